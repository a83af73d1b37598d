package runbench.measure;

import java.util.OptionalInt;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.measure.machine.SignalHandlers;
import runbench.sampler.run.Signal;

/**
 * Holds SIGINT, SIGTERM and SIGHUP while open. While a program runs under counters, a signal ends that program, and a
 * second signal ends it immediately. Before and after the program, a signal ends the command in an orderly way.
 *
 * <p>A key at the terminal sends the signal to the program's helper and to this process at the same time. The helper
 * may end the program before this process receives its own copy in {@link #received}.
 */
final class Interrupts implements AutoCloseable {
    private final Runnable endCommand;
    private SignalHandlers handlers;
    /** Forwards a signal to the program; null: no program runs. */
    private Consumer<Signal> program;
    private boolean isStopRequested;
    /** True if a signal that already ended a program has not arrived in this process yet. */
    private boolean isSignalPending;
    private boolean isCommandEnding;

    Interrupts(Runnable endCommand) {
        this.endCommand = endCommand;
    }

    /**
     * Installs the handlers.
     *
     * @param endCommand ends the command while no program runs; called on its own thread, does not return
     */
    static Interrupts open(Runnable endCommand) {
        Interrupts interrupts = new Interrupts(endCommand);
        interrupts.handlers = SignalHandlers.open(interrupts::received);
        return interrupts;
    }

    /** Handles one signal; each signal arrives on its own thread. */
    void received(Signal signal) {
        synchronized (this) {
            if (isSignalPending) {
                isSignalPending = false;
                return;
            }
            if (program != null) {
                program.accept(isStopRequested ? Signal.KILL : signal);
                isStopRequested = true;
                return;
            }
            isCommandEnding = true;
        }
        endCommand.run();
    }

    /**
     * Starts a program; later signals go to it. Does not return if the command is already ending.
     *
     * @param stop forwards a signal to the program
     */
    synchronized <P> P start(Supplier<P> starting, BiConsumer<P, Signal> stop) {
        while (isCommandEnding) { // its files would be written into a folder that is being removed
            try {
                wait();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw RunbenchException.of(ExitCode.INTERRUPTED, "interrupted before the program was started")
                        .causedBy(e);
            }
        }
        isStopRequested = false;
        P started = starting.get();
        program = signal -> stop.accept(started, signal);
        return started;
    }

    /**
     * Marks the program as ended.
     *
     * @param byItsHelper number of the signal that its helper received, if any
     */
    synchronized void ended(OptionalInt byItsHelper) {
        program = null;
        isSignalPending |= !isStopRequested && byItsHelper.isPresent()
                && SignalHandlers.handles(byItsHelper.getAsInt());
    }

    @Override
    public void close() {
        handlers.close();
    }
}
