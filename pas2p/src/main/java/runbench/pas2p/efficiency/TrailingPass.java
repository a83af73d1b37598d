package runbench.pas2p.efficiency;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import runbench.base.progress.Progress;
import runbench.pas2p.exchange.BlockExchange;
import runbench.pas2p.exchange.WordBlock;
import runbench.pas2p.phase.Phase;
import runbench.pas2p.phase.PhaseAnalysis;
import runbench.pas2p.phase.PhaseOptions;
import runbench.pas2p.trace.EventCursor;
import runbench.pas2p.trace.Followers;
import runbench.pas2p.trace.MpiTrace;

/**
 * Runs an {@link EfficiencyPass} on a thread of its own behind the walk that finds the phases, instead of in a walk of
 * its own afterwards. It is behind because a call counts to the windows that it reaches into: its block is held back
 * until these are known. What phases are relevant shows at the end, so each is a kind until then.
 *
 * <p>Where that would take much memory (a phase of millions of events, phases without number), it gives up.
 */
final class TrailingPass {
    /** 64 MB of the trace, and of blocks an eighth of that. */
    private static final int MOST_BLOCKS = 512;
    /** 32 MB of times. */
    private static final int MOST_TIMES = 1 << 22;

    private final MpiTrace trace;
    private final Windows windows;
    private final BlockExchange<WordBlock> exchange;
    private final KnownWindows known = new KnownWindows();
    private final Followers followers;
    private final Deque<WordBlock> held = new ArrayDeque<>();
    private long[] carried = new long[64 * EfficiencyPass.WORDS];
    private Object[] operations = new Object[4];
    private EfficiencyPass pass;
    private Throwable failure;
    private final PhaseAnalysis analysis;

    /** Finds phases, and what they cost as far as that can be done meanwhile. */
    TrailingPass(MpiTrace trace, PhaseOptions options, Progress progress) {
        this(trace, options, MOST_BLOCKS, progress);
    }

    TrailingPass(MpiTrace trace, PhaseOptions options, int mostBlocks, Progress progress) {
        this.trace = trace;
        windows = new Windows(trace.runStartNanos());
        followers = new Followers(trace.locations());
        exchange = new BlockExchange<>(WordBlock::new, mostBlocks);
        EventRelay relay = new EventRelay(exchange, known, trace.clocks(), followers);
        Thread thread = new Thread(this::follow, "causes");
        thread.setDaemon(true);
        thread.start();
        try {
            analysis = PhaseAnalysis.followed(trace, options, relay, progress);
            relay.end();
        } catch (RuntimeException | Error e) {
            exchange.giveUp();
            throw e;
        } finally {
            BlockExchange.join(thread);
        }
    }

    PhaseAnalysis analysis() {
        return analysis;
    }

    /** @return with kinds of windows as {@link Windows#of} has them; null: given up */
    EfficiencyPass finish(List<Phase> relevant, boolean wholeRun) {
        if (failure instanceof RuntimeException e) {
            throw e;
        } else if (failure != null) {
            throw (Error) failure;
        }
        if (exchange.givenUp()) {
            return null;
        }
        windows.finish(analysis);
        replayHeld(Long.MAX_VALUE);
        if (tooMuch()) {
            return null;
        }
        pass().finish(wholeRun);
        int[] kindOfKind = Windows.kindOfKind(analysis, relevant);
        windows.become(kindOfKind, relevant.size() + 2);
        pass.become(kindOfKind, windows.kinds());
        return pass;
    }

    Windows windows() {
        return windows;
    }

    private void follow() {
        try {
            for (WordBlock block = exchange.toEmpty(); block != null; block = exchange.toEmpty()) {
                known.to(windows);
                held.add(block);
                if (windows.count() > 0) {
                    replayHeld(windows.end(windows.count() - 1));
                }
                if (tooMuch()) {
                    exchange.giveUp();
                }
            }
        } catch (RuntimeException | Error e) {
            failure = e;
            exchange.giveUp();
        }
        if (exchange.givenUp()) {
            followers.leave();
        }
    }

    private boolean tooMuch() {
        return (long) windows.kinds() * trace.locations() > MOST_TIMES || pass != null && pass.waits.pairsLeftOut();
    }

    private EfficiencyPass pass() {
        if (pass == null) {
            pass = new EfficiencyPass(trace, windows);
        }
        return pass;
    }

    /** Makes the calls of blocks in order, up to one that reaches beyond {@code known}. */
    private void replayHeld(long known) {
        while (!held.isEmpty() && held.peek().latestNanos() <= known) {
            WordBlock block = held.remove();
            replay(block, pass());
            exchange.emptied(block);
        }
    }

    private void replay(WordBlock block, EfficiencyPass to) {
        int size = block.size();
        for (int i = 0; i < size; i++) {
            long call = block.word(i);
            int what = RelayedCall.what(call);
            int location = RelayedCall.location(call);
            int carrier = RelayedCall.carrier(call);
            EventCursor event = followers.of(location);
            if (what != RelayedCall.LEFT) {
                event.advance();
            }
            switch (what) {
                case RelayedCall.SENT -> to.sent(location, event, message(carrier), carrier * EfficiencyPass.WORDS);
                case RelayedCall.RECEIVED ->
                    to.received(location, event, carrier < 0 ? null : carried, carrier * EfficiencyPass.WORDS);
                case RelayedCall.ENTERED_FIRST -> to.entered(location, event, operation(carrier), true);
                case RelayedCall.ENTERED -> to.entered(location, event, operations[carrier], false);
                default -> to.left(location, event, operations[carrier]);
            }
        }
    }

    private long[] message(int number) {
        if ((number + 1) * EfficiencyPass.WORDS > carried.length) {
            carried = Arrays.copyOf(carried, 2 * carried.length);
        }
        return carried;
    }

    private Object operation(int number) {
        if (number >= operations.length) {
            operations = Arrays.copyOf(operations, Math.max(number + 1, 2 * operations.length));
        }
        if (operations[number] == null) {
            operations[number] = pass.newOperation();
        }
        return operations[number];
    }
}
