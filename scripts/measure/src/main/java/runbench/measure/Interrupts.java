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
 * While open, SIGINT, SIGTERM and SIGHUP to this process do not end it in the middle of things. While a program runs
 * under counters they end that program, a second one at once; before and after, they end the command in order.
 *
 * <p>A terminal's keys reach the program's helper and this process at once, but each acts on them in its own time: the
 * helper may have ended the program, and this process have taken note of that, before its own copy of the signal comes
 * to {@link #received}.
 */
final class Interrupts implements AutoCloseable {
    private final Runnable giveUp;
    private SignalHandlers handlers;
    /** Passes a signal on to the program; null where none runs. */
    private Consumer<Signal> program;
    private boolean asked;
    /** What ended a program has yet to arrive here: it has had its effect. */
    private boolean due;
    private boolean over;

    Interrupts(Runnable giveUp) {
        this.giveUp = giveUp;
    }

    /** @param giveUp ends the command where no program runs; called on a thread of its own, does not return */
    static Interrupts open(Runnable giveUp) {
        Interrupts interrupts = new Interrupts(giveUp);
        interrupts.handlers = SignalHandlers.open(interrupts::received);
        return interrupts;
    }

    /** Each signal arrives on a thread of its own. */
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
     * Starts a program; from then on signals are for it. Does not return where the command is being ended already.
     *
     * @param stop passes a signal on to it
     */
    synchronized <P> P start(Supplier<P> starting, BiConsumer<P, Signal> stop) {
        while (over) { // its files would come into a folder that is being removed
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
     * The program has ended.
     *
     * @param byItsHelper number of the signal that its helper itself got, if any
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
