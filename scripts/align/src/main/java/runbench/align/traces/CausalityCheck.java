package runbench.align.traces;

import java.util.Locale;
import runbench.base.progress.ProgressDisplay;
import runbench.pas2p.trace.MpiTrace;

/**
 * The clocks of a run, checked by its messages and barriers: no message arrives before it is sent, and no rank leaves a
 * barrier before the last one has entered it.
 *
 * @param messages messages between ranks with known clocks
 * @param impossibleMessages those that no clock within its bounds explains
 * @param barriers barriers, and collectives that are as good as one
 * @param impossibleBarriers those that no clock within its bounds explains
 */
public record CausalityCheck(long messages, long impossibleMessages, long barriers, long impossibleBarriers) {
    /** Walks over the whole trace. */
    public static CausalityCheck of(MpiTrace trace, Alignment alignment, ProgressDisplay display) {
        TraceClocks clocks = new TraceClocks(alignment, trace.ranks());
        MessageOrders orders = MessageOrders.of(trace, clocks, display.start("matching messages", " events"));
        BarrierResiduals residuals = BarrierResiduals.of(trace, clocks, display.start("comparing barriers", " events"));
        return new CausalityCheck(orders.compared(), orders.impossible(), residuals.within() + residuals.beyond(),
                residuals.beyond());
    }

    /** Whether the bounds of the clocks are wrong. */
    public boolean isContradicted() {
        return impossibleMessages > 0 || impossibleBarriers > 0;
    }

    /** For a person. */
    public String words() {
        return String.format(Locale.ROOT,
                "%,d of %,d barriers and %,d of %,d messages are impossible within the clocks' bounds",
                impossibleBarriers, barriers, impossibleMessages, messages);
    }
}
