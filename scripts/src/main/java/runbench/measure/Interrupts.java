package runbench.measure;

import java.util.function.Supplier;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.sampler.run.Sampling;
import runbench.sampler.run.Signal;

/**
 * While open, SIGINT, SIGTERM and SIGHUP to this process do not end it in the middle of things. While a program runs
 * under counters they end that program, a second one at once; before and after, they end the command in order.
 */
final class Interrupts implements AutoCloseable {
    private final Runnable giveUp;
    private SignalHandlers handlers;
    private Sampling sampling;
    private boolean asked;
    private boolean over;

    private Interrupts(Runnable giveUp) {
        this.giveUp = giveUp;
    }

    /** @param giveUp ends the command where no program runs; called on a thread of its own, does not return */
    static Interrupts open(Runnable giveUp) {
        Interrupts interrupts = new Interrupts(giveUp);
        interrupts.handlers = SignalHandlers.open(interrupts::received);
        return interrupts;
    }

    /** Each signal arrives on a thread of its own. */
    private void received(Signal signal) {
        synchronized (this) {
            if (sampling != null) {
                sampling.stop(asked ? Signal.KILL : signal);
                asked = true;
                return;
            }
            over = true;
        }
        giveUp.run();
    }

    /** Starts a program; from then on signals are for it. Does not return where the command is being ended already. */
    synchronized Sampling start(Supplier<Sampling> program) {
        while (over) { // its files would come into a folder that is being removed
            try {
                wait();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw RunbenchException.of(ExitCode.INTERRUPTED, "interrupted before the program was started").causedBy(e);
            }
        }
        asked = false;
        sampling = program.get();
        return sampling;
    }

    /** The program has ended. */
    synchronized void ended() {
        sampling = null;
    }

    @Override
    public void close() {
        handlers.close();
    }
}
