package runbench.sync.model;

import java.util.ArrayList;
import java.util.List;
import runbench.base.timeline.PlacedStamp;
import runbench.base.timeline.ReferenceTime.How;
import runbench.base.timeline.ReferenceTimes;
import runbench.base.timeline.Timeline;

/**
 * A node's model divided where its clock stepped or its counter changed frequency. Each piece converts stamps by
 * itself. A stamp belongs to the piece whose windows are nearest to its converted time. A counter that restarted at
 * zero is days away from the other piece's line, so only the complete conversion decides.
 */
final class Pieces implements Timeline {
    private final List<NodeModel> models = new ArrayList<>();
    private final ClockPiece[] pieces;
    /** Frequency by which each piece converts its counter to ns; null if stamps are ns. */
    private final Ticks[] ticks;

    Pieces(NodeModel model) {
        List<WindowModel> windows = model.windows();
        int begin = 0;
        for (int i = 0; i < windows.size(); i++) {
            if (i == windows.size() - 1 || model.steppedAfter(i)) {
                models.add(new NodeModel(model.node(), model.reference(), model.source(), model.wander(),
                        windows.subList(begin, i + 1), model.tolerance(), model.referenceSource()));
                begin = i + 1;
            }
        }
        pieces = models.stream().map(ClockPiece::new).toArray(ClockPiece[]::new);
        ticks = null;
    }

    private Pieces(Pieces other) {
        models.addAll(other.models);
        pieces = other.pieces;
        ticks = models.stream().map(NodeModel::ticks).toArray(Ticks[]::new);
    }

    /** Returns the pieces for bare readings of the node's counter. Each piece has its own frequency. */
    Pieces ofTicks() {
        return new Pieces(this);
    }

    String source() {
        return models.get(0).source();
    }

    @Override
    public void locate(long stamp, PlacedStamp out) {
        in(0, stamp, out);
        if (pieces.length > 1) {
            nearest(stamp, out);
        }
    }

    @Override
    public void locate(long[] stamps, int from, int to, ReferenceTimes out) {
        if (pieces.length == 1 && ticks == null) {
            pieces[0].locate(stamps, from, to, out);
        } else {
            Timeline.super.locate(stamps, from, to, out);
        }
    }

    private void in(int piece, long stamp, PlacedStamp out) {
        pieces[piece].locate(ticks == null ? stamp : ticks[piece].nanos(stamp), out);
    }

    /**
     * Selects the nearest piece.
     *
     * @param out result of the first piece; then that of the nearest
     */
    private void nearest(long stamp, PlacedStamp out) {
        int nearest = 0;
        long least = pieces[0].distance(out.refNanos());
        for (int i = 1; i < pieces.length; i++) {
            in(i, stamp, out);
            long distance = pieces[i].distance(out.refNanos());
            if (distance < least) {
                nearest = i;
                least = distance;
            }
        }
        in(nearest, stamp, out);
        if (nearest > 0 && out.refNanos() < pieces[nearest].begin()) {
            between(nearest, nearest - 1, stamp, out);
        } else if (nearest < pieces.length - 1 && out.refNanos() > pieces[nearest].end()) {
            between(nearest, nearest + 1, stamp, out);
        }
    }

    /**
     * Widens the bounds in a gap with a step at an unknown moment. If the other side's line leads into the gap too,
     * both remain possible.
     */
    private void between(int nearest, int other, long stamp, PlacedStamp out) {
        long ref = out.refNanos();
        double err = out.errStatNanos();
        double lo = out.loNanos();
        double hi = out.hiNanos();
        in(other, stamp, out);
        long also = out.refNanos();
        double shift = also - ref;
        int first = Math.min(nearest, other);
        if (also + out.hiNanos() >= pieces[first].end() && also + out.loNanos() <= pieces[first + 1].begin()) {
            lo = Math.min(lo, out.loNanos() + shift);
            hi = Math.max(hi, out.hiNanos() + shift);
        }
        out.set(ref, err, lo, hi, How.STEPPED);
    }
}
