package runbench.sync.keep;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A permission for one window per input line, e.g. from a script between two of its steps. The end of input ends
 * the run.
 */
public final class OnDemand implements Permission {
    private static final long PAUSE = 20_000_000L;

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
    public boolean closes() {
        return false;
    }

    @Override
    public Answer ask(long now, long due, long begun, long length) {
        // Lines before the end of input still count, so the end is read first.
        boolean last = over;
        if (wanted.getAndUpdate(n -> Math.max(0, n - 1)) > 0) {
            return Answer.go(now);
        }
        return last ? Answer.over(now) : Answer.askAgain(now + PAUSE);
    }
}
