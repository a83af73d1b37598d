package runbench.pas2p.signature;

import runbench.base.progress.Progress;
import runbench.pas2p.order.LogicalSweep;
import runbench.pas2p.order.OrderRule;
import runbench.pas2p.order.SweepSink;
import runbench.pas2p.phase.PhaseOccurrences;
import runbench.pas2p.trace.EventCursor;
import runbench.pas2p.trace.MpiTrace;

/**
 * The cuts at which some occurrences begin and end: after the last send or collective of each location with a logical time below that
 * of the occurrence (its end: below that of the next one). These are consistent, which "before the first one at or above it" is not: a
 * rank would be stopped there before it has sent what another waits for. One more walk over the trace; memory holds what was asked for.
 */
final class OccurrenceCuts implements SweepSink {
    private final PhaseOccurrences all;
    private final int[] wanted;
    private final long[][] start;
    private final long[][] end;
    private final long[] counts;
    /** Of wanted, the next that begins and the next that ends. */
    private int begins;
    private int ends;

    private OccurrenceCuts(PhaseOccurrences all, int[] wanted, int locations) {
        this.all = all;
        this.wanted = wanted;
        start = new long[wanted.length][];
        end = new long[wanted.length][];
        counts = new long[locations];
    }

    /** @param wanted places in the run, ascending */
    static OccurrenceCuts of(MpiTrace trace, OrderRule rule, PhaseOccurrences all, int[] wanted, Progress progress) {
        OccurrenceCuts cuts = new OccurrenceCuts(all, wanted, trace.locations());
        LogicalSweep.run(trace, rule, cuts, progress);
        cuts.upTo(Integer.MAX_VALUE);
        return cuts;
    }

    long[] start(int i) {
        return start[i];
    }

    long[] end(int i) {
        return end[i];
    }

    /** Everything below this tick has been counted, and nothing else. */
    private void upTo(int tick) {
        while (ends < wanted.length && endsAt(wanted[ends]) <= tick
                || begins < wanted.length && all.startTick(wanted[begins]) <= tick) {
            long[] now = counts.clone();
            while (ends < begins && endsAt(wanted[ends]) <= tick) {
                end[ends++] = now;
            }
            while (begins < wanted.length && all.startTick(wanted[begins]) <= tick) {
                start[begins++] = now;
            }
        }
    }

    private long endsAt(int place) {
        return place + 1 < all.size() ? all.startTick(place + 1) : Integer.MAX_VALUE;
    }

    @Override
    public void event(int location, int tick, EventCursor event) {
        upTo(tick);
        counts[location] = event.number();
    }

    @Override
    public void receive(int location, int tick, EventCursor event, long sentNanos) {
        // Which of several receives completes first may differ from run to run: cuts count none.
    }

    @Override
    public void endTick(int tick) {
        upTo(tick + 1);
    }
}
