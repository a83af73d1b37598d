package runbench.pas2p.exchange;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Supplier;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;

/**
 * Hands full blocks from the thread that fills them to the one that empties them, and empty ones back. As many go round
 * as keep both busy; more only while the other thread holds all of them back because it needs to know what is still to
 * come.
 *
 * @param <B> a block, filled anew each time
 */
public final class BlockExchange<B> {
    private static final int ROUND = 8;

    private final Supplier<B> maker;
    private final int most;
    private final Deque<B> full = new ArrayDeque<>();
    private final Deque<B> empty = new ArrayDeque<>();
    private int made;
    private boolean awaited;
    private boolean ended;
    private boolean givenUp;

    /** @param most blocks; when these do not suffice, both sides give up */
    public BlockExchange(Supplier<B> maker, int most) {
        this.maker = maker;
        this.most = most;
    }

    /** @return null: given up */
    public synchronized B toFill() {
        while (empty.isEmpty() && !givenUp && made >= ROUND && !awaited) {
            await();
        }
        if (empty.isEmpty() && made >= most) {
            giveUp();
        }
        if (givenUp) {
            return null;
        }
        made += empty.isEmpty() ? 1 : 0;
        return empty.isEmpty() ? maker.get() : empty.pop();
    }

    public synchronized void filled(B block) {
        full.add(block);
        awaited = false;
        notifyAll();
    }

    /** Nothing more is filled. */
    public synchronized void end() {
        ended = true;
        notifyAll();
    }

    /** @return null: nothing more comes */
    public synchronized B toEmpty() {
        while (full.isEmpty() && !ended && !givenUp) {
            awaited = true;
            notifyAll();
            await();
        }
        awaited = false;
        return givenUp ? null : full.poll();
    }

    public synchronized void emptied(B block) {
        empty.push(block);
        notifyAll();
    }

    /** Nobody needs what is handed over. */
    public synchronized void giveUp() {
        givenUp = true;
        full.clear();
        empty.clear();
        notifyAll();
    }

    public synchronized boolean givenUp() {
        return givenUp;
    }

    /** Waits for the end of a thread that has been told to end, whatever interrupts. */
    public static void join(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void await() {
        try {
            wait();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw RunbenchException.of(ExitCode.INTERRUPTED, "interrupted while the trace was ordered").causedBy(e);
        }
    }
}
