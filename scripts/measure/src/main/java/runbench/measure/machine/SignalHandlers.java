package runbench.measure.machine;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import runbench.sampler.run.Signal;

/**
 * While open, SIGINT, SIGTERM and SIGHUP to this process do not end it in the middle of things: somebody else decides.
 * Those that were ignored (nohup, a shell's background job) stay so.
 */
public final class SignalHandlers implements AutoCloseable {
    private static final String[] NAMES = {"INT", "TERM", "HUP"};

    private final sun.misc.SignalHandler[] before = new sun.misc.SignalHandler[NAMES.length];

    private SignalHandlers() {
    }

    /** @param received called for each on a thread of its own; SIGHUP counts as TERM */
    public static SignalHandlers open(Consumer<Signal> received) {
        SignalHandlers handlers = new SignalHandlers();
        for (int i = 0; i < NAMES.length; i++) {
            Signal meant = NAMES[i].equals("INT") ? Signal.INT : Signal.TERM;
            sun.misc.Signal signal = new sun.misc.Signal(NAMES[i]);
            handlers.before[i] = sun.misc.Signal.handle(signal, s -> received.accept(meant));
            if (handlers.before[i] == sun.misc.SignalHandler.SIG_IGN) {
                sun.misc.Signal.handle(signal, handlers.before[i]);
            }
        }
        return handlers;
    }

    /** @param number of a signal, as Linux counts them */
    public static boolean handles(int number) {
        return Arrays.stream(NAMES).anyMatch(name -> new sun.misc.Signal(name).getNumber() == number);
    }

    /** Interrupts this thread at the first of them; a second must not keep what is done from being written down. */
    public static SignalHandlers interrupting() {
        Thread worker = Thread.currentThread();
        AtomicBoolean asked = new AtomicBoolean();
        return open(signal -> {
            if (!asked.getAndSet(true)) {
                worker.interrupt();
            }
        });
    }

    @Override
    public void close() {
        for (int i = 0; i < NAMES.length; i++) {
            sun.misc.Signal.handle(new sun.misc.Signal(NAMES[i]), before[i]);
        }
    }
}
