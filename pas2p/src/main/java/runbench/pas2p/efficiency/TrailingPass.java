package runbench.pas2p.efficiency;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import runbench.base.progress.Progress;
import runbench.pas2p.efficiency.EventRelay.RelayedCall;
import runbench.pas2p.efficiency.Windows.KnownWindows;
import runbench.pas2p.exchange.BlockExchange;
import runbench.pas2p.exchange.BlockExchange.WordBlock;
import runbench.pas2p.phase.Phase;
import runbench.pas2p.phase.PhaseAnalysis;
import runbench.pas2p.phase.PhaseOptions;
import runbench.pas2p.trace.EventCursor;
import runbench.pas2p.trace.Followers;
import runbench.pas2p.trace.MpiTrace;

/**
 * An {@link EfficiencyPass} on a separate thread behind the walk that finds the phases, which saves a second walk. A
 * call belongs to the windows that it overlaps, so its block is held back until those windows are known. The relevant
 * phases are known only at the end; until then each phase is a kind of its own.
 *
 * <p>The pass gives up where it would need too much memory (a phase of millions of events, a very large number of
 * phases).
 */
final class TrailingPass {
    /** Limit of held blocks: 64 MB of the trace, and an eighth of that for the blocks. */
    private static final int MAX_BLOCKS = 512;
    /** Limit of stored times: 32 MB. */
    private static final int MAX_TIMES = 1 << 22;

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

    /** Finds the phases, and their efficiencies as far as memory permits. */
    TrailingPass(MpiTrace trace, PhaseOptions options, Progress progress) {
        this(trace, options, MAX_BLOCKS, progress);
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

    /**
     * Ends the pass.
     *
     * @return the pass, with kinds of windows as in {@link Windows#of}; null: it has given up
     */
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
        return (long) windows.kinds() * trace.locations() > MAX_TIMES || pass != null && pass.waits.pairsLeftOut();
    }

    private EfficiencyPass pass() {
        if (pass == null) {
            pass = new EfficiencyPass(trace, windows);
        }
        return pass;
    }

    /** Makes the calls of the held blocks in order, up to the first one that ends after {@code known}. */
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
