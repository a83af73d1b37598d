package runbench.sync.keep;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;

/** Decides when the network may be used for another window. Times are ns since 1970 by the system's clock. */
public interface Permission extends AutoCloseable {
    /**
     * The decision.
     *
     * @param kind meaning of the decision
     * @param at moment that the kind refers to, ns since 1970
     */
    record Answer(Kind kind, long at) {
        static Answer go(long at) {
            return new Answer(Kind.GO, at);
        }

        static Answer askAgain(long at) {
            return new Answer(Kind.ASK_AGAIN, at);
        }

        /**
         * Returns the decision that no more window is permitted.
         *
         * @param at end of the run; {@link Long#MAX_VALUE} if it continues
         */
        static Answer over(long at) {
            return new Answer(Kind.OVER, at);
        }
    }

    /** The meaning of a decision. */
    enum Kind {
        /** A window may begin at that moment. */
        GO,
        /** The decision is open; ask again at that moment. */
        ASK_AGAIN,
        /** No more window will be permitted. */
        OVER
    }

    /**
     * Returns the decision.
     *
     * @param now earliest moment
     * @param due moment from which predictions may exceed the tolerance
     * @param begun begin of the interval that ends with {@code due}
     * @param length duration of a window, ns
     */
    Answer ask(long now, long due, long begun, long length);

    /** Returns whether an additional last window may take place at the end of the run. */
    default boolean allowsClosingWindow() {
        return true;
    }

    /** Ends the permission. */
    @Override
    default void close() {
    }

    /** Permits windows at any time. */
    Permission ALWAYS = (now, due, begun, length) -> Answer.go(Math.max(now, due));

    /**
     * A permission by the exit status of a shell command: 0 permits a window. The command runs once per second from
     * shortly before a window is due.
     */
    final class AskCommand implements Permission {
        private static final long PAUSE_NS = 1_000_000_000L;
        private static final double FIRST_REQUEST_SHARE = 0.8;
        private static final long TIMEOUT_SECONDS = 30;

        private final BooleanSupplier permitted;

        AskCommand(BooleanSupplier permitted) {
            this.permitted = permitted;
        }

        public static AskCommand of(String command) {
            return new AskCommand(() -> succeeds(command));
        }

        @Override
        public Answer ask(long now, long due, long begun, long length) {
            long from = begun + (long) (FIRST_REQUEST_SHARE * (due - begun));
            if (now < from) {
                return Answer.askAgain(from);
            }
            return permitted.getAsBoolean() ? Answer.go(now) : Answer.askAgain(now + PAUSE_NS);
        }

        private static boolean succeeds(String command) {
            try {
                Process process = new ProcessBuilder("/bin/sh", "-c", command).redirectInput(new File("/dev/null"))
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
                boolean ended = process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS);
                process.destroyForcibly();
                if (ended && process.exitValue() == 127) {
                    throw RunbenchException.badInput("--permit-when '" + command + "': the shell cannot find it")
                            .remedy("Try it by hand; exit status 0 permits a window, any other does not");
                }
                return ended && process.exitValue() == 0;
            } catch (IOException e) {
                throw RunbenchException.machine("--permit-when '" + command + "' cannot be started: " + e.getMessage())
                        .causedBy(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw RunbenchException.of(ExitCode.INTERRUPTED, "interrupted; completed measurements are kept");
            }
        }
    }

    /**
     * A permission for one window per input line, e.g. from a script between two of its steps. The end of input ends
     * the run.
     */
    final class OnDemand implements Permission {
        private static final long PAUSE_NS = 20_000_000L;

        private final AtomicInteger wanted = new AtomicInteger();
        private volatile boolean over;

        private OnDemand() {
        }

        public static OnDemand of(BufferedReader in) {
            OnDemand all = new OnDemand();
            Thread reader = new Thread(() -> all.read(in), "windows on demand");
            reader.setDaemon(true);
            reader.start();
            return all;
        }

        private void read(BufferedReader in) {
            try {
                while (in.readLine() != null) {
                    wanted.incrementAndGet();
                }
            } catch (IOException closed) {
                // A closed input counts as its end.
            }
            over = true;
        }

        /** The writer of the lines decides when the network is free. At the end of input it may be in use. */
        @Override
        public boolean allowsClosingWindow() {
            return false;
        }

        @Override
        public Answer ask(long now, long due, long begun, long length) {
            // Lines before the end of input still count, so the end is read first.
            boolean last = over;
            if (wanted.getAndUpdate(n -> Math.max(0, n - 1)) > 0) {
                return Answer.go(now);
            }
            return last ? Answer.over(now) : Answer.askAgain(now + PAUSE_NS);
        }
    }
}
