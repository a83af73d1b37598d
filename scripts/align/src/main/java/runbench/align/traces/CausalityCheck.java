package runbench.align.traces;

import java.util.Locale;
import runbench.base.progress.Progress.ProgressDisplay;
import runbench.pas2p.trace.MpiTrace;

/**
 * A check of a run's clocks by messages and barriers: no message arrives before it is sent, and no rank leaves a
 * barrier before the last one has entered it.
 *
 * @param messages messages between ranks with known clocks
 * @param impossibleMessages messages that contradict the clocks' bounds
 * @param barriers barriers, and collectives that act as one
 * @param impossibleBarriers barriers that contradict the clocks' bounds
 */
public record CausalityCheck(long messages, long impossibleMessages, long barriers, long impossibleBarriers) {
    /** Checks the whole trace. */
    public static CausalityCheck of(MpiTrace trace, Alignment alignment, ProgressDisplay display) {
        TraceClocks clocks = new TraceClocks(alignment, trace.ranks());
        MessageOrders orders = MessageOrders.of(trace, clocks, display.start("matching messages", " events"));
        BarrierResiduals residuals = BarrierResiduals.of(trace, clocks, display.start("comparing barriers", " events"));
        return new CausalityCheck(orders.compared(), orders.impossible(), residuals.within() + residuals.beyond(),
                residuals.beyond());
    }

    /** Returns whether the bounds of the clocks are wrong. */
    public boolean isContradicted() {
        return impossibleMessages > 0 || impossibleBarriers > 0;
    }

    /** Returns the result as text. */
    public String words() {
        return String.format(Locale.ROOT,
                "%,d of %,d barriers and %,d of %,d messages are impossible within the clocks' bounds",
                impossibleBarriers, barriers, impossibleMessages, messages);
    }
}
