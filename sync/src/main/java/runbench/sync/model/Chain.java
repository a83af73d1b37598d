package runbench.sync.model;

import java.util.List;
import runbench.base.error.RunbenchException;
import runbench.base.timeline.PlacedStamp;
import runbench.base.timeline.ReferenceTime.How;
import runbench.base.timeline.ReferenceTimes;
import runbench.base.timeline.Timeline;
import runbench.sync.model.External.Utc;
import runbench.sync.model.Pieces.ClockPiece;

/**
 * The conversion from a node's clock to the reference: to its gateway, from there to the reference, and optionally on
 * to UTC. Errors add up.
 */
public final class Chain implements Timeline {
    private final String node;
    /** The node's own model first; empty for the reference. */
    private final Pieces[] hops;
    private final NodeModel top;
    private final ClockPiece span;
    private final Utc utc;

    /**
     * Creates a chain to the reference.
     *
     * @param models models from the node upwards; each one's reference is the next one's node
     */
    public Chain(List<NodeModel> models) {
        this(models, false);
    }

    /**
     * Creates a chain.
     *
     * @param models models from the node upwards; each one's reference is the next one's node
     * @param utc whether to continue from the reference's time to UTC
     * @throws RunbenchException if the models do not form a chain
     */
    public Chain(List<NodeModel> models, boolean utc) {
        for (int i = 1; i < models.size(); i++) {
            String reference = models.get(i - 1).reference();
            if (!reference.equals(models.get(i).node())) {
                throw RunbenchException
                        .badInput("the model of " + models.get(i - 1).node() + " leads to " + reference
                                + ", but the next model is of " + models.get(i).node())
                        .remedy("Give the models from the node upwards: --clock-model node.model.json --clock-model "
                                + "gateway.model.json");
            }
        }
        this.node = models.get(0).node();
        this.hops = models.stream().map(Pieces::new).toArray(Pieces[]::new);
        this.top = models.get(models.size() - 1);
        this.span = new ClockPiece(top);
        this.utc = utc ? new Utc(top) : null;
    }

    private Chain(NodeModel top, boolean utc) {
        this.node = top.reference();
        this.hops = new Pieces[0];
        this.top = top;
        this.span = new ClockPiece(top);
        this.utc = utc ? new Utc(top) : null;
    }

    /** Returns the chain of the reference's own stamps. It needs no model except for UTC. */
    static Chain ofReference(NodeModel top, boolean utc) {
        return new Chain(top, utc);
    }

    /** Returns the node whose stamps are converted. */
    public String node() {
        return node;
    }

    /** Returns the name of the target time: the reference, or UTC. */
    public String reference() {
        return utc == null ? top.reference() : "UTC";
    }

    /** Returns the clock whose stamps are converted; empty for a reference whose clock the models do not name. */
    public String source() {
        if (hops.length > 0) {
            return hops[0].source();
        }
        if (!top.referenceSource().equals(NodeModel.UNKNOWN)) {
            return top.referenceSource();
        }
        // Older models name the node's clock only. By default, reference and nodes use the same clock, and
        // CLOCK_MONOTONIC differs from other clocks by decades.
        return top.source().equals("monotonic") ? top.source() : "";
    }

    /** Returns the error from which a prediction counts as expired, ns. */
    public double toleranceNanos() {
        return top.tolerance();
    }

    /** Returns the distance of a placed stamp from the windows, ns; 0 between them. */
    public long distanceNanos(PlacedStamp at) {
        return utc == null ? span.distance(at.refNanos()) : 0;
    }

    /** Converts a stamp of the node, ns, to the reference's time or UTC. */
    @Override
    public void locate(long nodeNanos, PlacedStamp out) {
        if (hops.length == 0) {
            out.set(nodeNanos, 0, 0, 0, How.INTERPOLATED);
        } else {
            hops[0].locate(nodeNanos, out);
        }
        upwards(out);
    }

    @Override
    public void locate(long[] stamps, int from, int to, ReferenceTimes out) {
        if (hops.length == 1 && utc == null) {
            hops[0].locate(stamps, from, to, out);
        } else {
            Timeline.super.locate(stamps, from, to, out);
        }
    }

    /**
     * Returns the timeline of bare readings of the node's counter (rb_tsc() in a program).
     *
     * @throws RunbenchException if the clock has no ticks
     */
    public Timeline ofTicks() {
        if (hops.length == 0) {
            throw RunbenchException
                    .badInput(
                            "stamps of the reference " + node + " in ticks: no model contains its counter's frequency")
                    .remedy("Give the reference's stamps in ns of its clock");
        }
        Pieces counter = hops[0].ofTicks();
        return (ticks, out) -> {
            counter.locate(ticks, out);
            upwards(out);
        };
    }

    private void upwards(PlacedStamp out) {
        for (int i = 1; i < hops.length; i++) {
            hop(hops[i], out);
        }
        if (utc != null) {
            hop(utc, out);
        }
    }

    private static void hop(Timeline next, PlacedStamp out) {
        double err = out.errStatNanos();
        double lo = out.loNanos();
        double hi = out.hiNanos();
        How how = out.how();
        next.locate(out.refNanos(), out);
        out.add(err, lo, hi, how);
    }
}
