package runbench.sync.model;

import java.util.ArrayList;
import java.util.List;
import runbench.base.timeline.PlacedStamp;
import runbench.base.timeline.ReferenceTime.How;
import runbench.base.timeline.ReferenceTimes;
import runbench.base.timeline.Timeline;

/**
 * A node's model cut where its clock stepped or its counter changed frequency. Each piece turns stamps into reference
 * times by itself; a stamp belongs to the piece whose windows its time comes nearest to. A counter that began again at
 * zero is days away from the other piece's line, so nothing less than the whole answer tells the pieces apart.
 */
final class Pieces implements Timeline {
    private final List<NodeModel> models = new ArrayList<>();
    private final ClockPiece[] pieces;
    /** By which each piece turns its counter into ns; null: stamps are ns. */
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

    /** The same for bare readings of the node's counter: each piece has its own way of turning ticks into ns. */
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

    /** @param out what the first piece says; then what the nearest says */
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

    /** Where in the gap the clock stepped nobody knows: if the other side's line also leads into the gap, both hold. */
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
