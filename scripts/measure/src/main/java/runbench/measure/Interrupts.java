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
    private final Runnable giveUp;
    private SignalHandlers handlers;
    /** Forwards a signal to the program; null: no program runs. */
    private Consumer<Signal> program;
    private boolean asked;
    /** True if a signal that already ended a program has not arrived in this process yet. */
    private boolean due;
    private boolean over;

    Interrupts(Runnable giveUp) {
        this.giveUp = giveUp;
    }

    /**
     * Installs the handlers.
     *
     * @param giveUp ends the command while no program runs; called on its own thread, does not return
     */
    static Interrupts open(Runnable giveUp) {
        Interrupts interrupts = new Interrupts(giveUp);
        interrupts.handlers = SignalHandlers.open(interrupts::received);
        return interrupts;
    }

    /** Handles one signal; each signal arrives on its own thread. */
    void received(Signal signal) {
        synchronized (this) {
            if (due) {
                due = false;
                return;
            }
            if (program != null) {
                program.accept(asked ? Signal.KILL : signal);
                asked = true;
                return;
            }
            over = true;
        }
        giveUp.run();
    }

    /**
     * Starts a program; later signals go to it. Does not return if the command is already ending.
     *
     * @param stop forwards a signal to the program
     */
    synchronized <P> P start(Supplier<P> starting, BiConsumer<P, Signal> stop) {
        while (over) { // its files would be written into a folder that is being removed
            try {
                wait();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw RunbenchException.of(ExitCode.INTERRUPTED, "interrupted before the program was started")
                        .causedBy(e);
            }
        }
        asked = false;
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
        due |= !asked && byItsHelper.isPresent() && SignalHandlers.handles(byItsHelper.getAsInt());
    }

    @Override
    public void close() {
        handlers.close();
    }
}
