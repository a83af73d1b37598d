package runbench.sync.keep;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A window for each line that somebody writes: a run's own script between two of its steps. The end of input ends all.
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
            // The same as its end.
        }
        over = true;
    }

    /** Who writes the lines knows when the network is free; at the end of input it need not be. */
    @Override
    public boolean closes() {
        return false;
    }

    @Override
    public Answer ask(long now, long due, long begun, long length) {
        // First whether it is over: lines that came before the end still count.
        boolean last = over;
        if (wanted.getAndUpdate(n -> Math.max(0, n - 1)) > 0) {
            return Answer.go(now);
        }
        return last ? Answer.over(now) : Answer.askAgain(now + PAUSE);
    }
}
