package runbench.measure.machine;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import runbench.sampler.run.Signal;

/**
 * Handles SIGINT, SIGTERM and SIGHUP while open instead of ending the process. Signals that were ignored before (nohup,
 * background jobs of a shell) stay ignored.
 */
public final class SignalHandlers implements AutoCloseable {
    private static final String[] NAMES = {"INT", "TERM", "HUP"};

    private final sun.misc.SignalHandler[] before = new sun.misc.SignalHandler[NAMES.length];

    private SignalHandlers() {
    }

    /**
     * Installs the handlers.
     *
     * @param received called for each signal on its own thread; SIGHUP is passed as TERM
     */
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

    /**
     * Returns whether a signal is one of the three.
     *
     * @param number signal number on Linux
     */
    public static boolean handles(int number) {
        return Arrays.stream(NAMES).anyMatch(name -> new sun.misc.Signal(name).getNumber() == number);
    }

    /**
     * Sends a signal to this process, as Ctrl-C or {@code kill} does.
     *
     * @throws IllegalArgumentException if this process ignores it
     */
    public static void raise(Signal signal) {
        sun.misc.Signal.raise(new sun.misc.Signal(signal.name()));
    }

    /**
     * Interrupts the current thread at the first signal. Later signals have no effect, so that finished work can still
     * be written.
     */
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
