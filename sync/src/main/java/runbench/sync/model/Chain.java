package runbench.sync.model;

import java.util.List;
import runbench.base.error.RunbenchException;
import runbench.base.timeline.PlacedStamp;
import runbench.base.timeline.ReferenceTime.How;
import runbench.base.timeline.ReferenceTimes;
import runbench.base.timeline.Timeline;

/**
 * A node's way up to the reference: its clock to its gateway's, the gateway's to the reference's, on to UTC if that was
 * asked for; errors add up.
 */
public final class Chain implements Timeline {
    private final String node;
    /** The node's own first; none for the reference. */
    private final Pieces[] hops;
    private final NodeModel top;
    private final ClockPiece span;
    private final Utc utc;

    /** @param models each one's reference is the next one's node */
    public Chain(List<NodeModel> models) {
        this(models, false);
    }

    /** @param utc go on from the reference's time to UTC, as its time service tells it */
    public Chain(List<NodeModel> models, boolean utc) {
        for (int i = 1; i < models.size(); i++) {
            String reference = models.get(i - 1).reference();
            if (!reference.equals(models.get(i).node())) {
                throw RunbenchException
                        .badInput("the model of " + models.get(i - 1).node() + " leads to " + reference
                                + ", but the next model is of " + models.get(i).node())
                        .remedy("Give the models from the node upwards: --model node.model.json --model gateway.model.json");
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

    /** For the reference's own stamps, which need no model, except of UTC. */
    static Chain ofReference(NodeModel top, boolean utc) {
        return new Chain(top, utc);
    }

    /** Whose stamps are converted. */
    public String node() {
        return node;
    }

    /** Whose time they are converted to. */
    public String reference() {
        return utc == null ? top.reference() : "UTC";
    }

    /** The clock whose stamps are converted; empty for a reference whose clock the models do not name. */
    public String source() {
        if (hops.length > 0) {
            return hops[0].source();
        }
        if (!top.referenceSource().equals(NodeModel.UNKNOWN)) {
            return top.referenceSource();
        }
        // Older models name the node's clock alone. Reference and nodes are measured by the same unless somebody says
        // otherwise, and
        // between CLOCK_MONOTONIC and another clock lie decades.
        return top.source().equals("monotonic") ? top.source() : "";
    }

    /** How wrong a prediction may become before it counts as expired, ns. */
    public double toleranceNanos() {
        return top.tolerance();
    }

    /** How far a placed stamp lies from the windows that lead there, ns; 0 between them. */
    public long awayNanos(PlacedStamp at) {
        return utc == null ? span.distance(at.refNanos()) : 0;
    }

    /**
     * A stamp of the first model's node, ns, in the time of the last one's reference, or in UTC if that was asked for.
     */
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

    /** The same for bare readings of the first node's counter (rb_tsc() in a program). */
    public Timeline ofTicks() {
        if (hops.length == 0) {
            throw RunbenchException
                    .badInput("stamps of the reference " + node + " in ticks: no model tells its counter's frequency")
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
