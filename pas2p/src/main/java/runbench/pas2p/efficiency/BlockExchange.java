package runbench.pas2p.efficiency;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Supplier;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;

/**
 * Hands full blocks from the thread that fills them to the one that empties them, and empty ones back. As many go round as keep
 * both busy; more only while the other thread holds all of them back because it needs to know what is still to come.
 */
final class BlockExchange {
    private static final int ROUND = 8;

    private final Supplier<EventBlock> maker;
    private final int most;
    private final Deque<EventBlock> full = new ArrayDeque<>();
    private final Deque<EventBlock> empty = new ArrayDeque<>();
    private int made;
    private boolean awaited;
    private boolean ended;
    private boolean givenUp;

    /** @param most blocks; when these do not suffice, both sides give up */
    BlockExchange(Supplier<EventBlock> maker, int most) {
        this.maker = maker;
        this.most = most;
    }

    /** @return null: given up */
    synchronized EventBlock toFill() {
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

    synchronized void filled(EventBlock block) {
        full.add(block);
        awaited = false;
        notifyAll();
    }

    /** Nothing more is filled. */
    synchronized void end() {
        ended = true;
        notifyAll();
    }

    /** @return null: nothing more comes */
    synchronized EventBlock toEmpty() {
        while (full.isEmpty() && !ended && !givenUp) {
            awaited = true;
            notifyAll();
            await();
        }
        awaited = false;
        return givenUp ? null : full.poll();
    }

    synchronized void emptied(EventBlock block) {
        block.clear();
        empty.push(block);
        notifyAll();
    }

    /** Nobody needs what is handed over. */
    synchronized void giveUp() {
        givenUp = true;
        full.clear();
        empty.clear();
        notifyAll();
    }

    synchronized boolean givenUp() {
        return givenUp;
    }

    private void await() {
        try {
            wait();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw RunbenchException.of(ExitCode.INTERRUPTED, "interrupted while causes were followed").causedBy(e);
        }
    }
}
