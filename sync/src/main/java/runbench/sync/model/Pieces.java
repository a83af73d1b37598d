package runbench.sync.model;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * A node's model cut where its clock stepped or its counter changed frequency. Each piece turns stamps into reference
 * times by itself; a stamp belongs to the piece whose windows its time comes nearest to. A counter that began again at
 * zero is days away from the other piece's line, so nothing less than the whole answer tells the pieces apart.
 */
final class Pieces {
    private final List<NodeModel> pieces = new ArrayList<>();

    Pieces(NodeModel model) {
        List<WindowModel> windows = model.windows();
        int begin = 0;
        for (int i = 0; i < windows.size(); i++) {
            if (i == windows.size() - 1 || model.steppedAfter(i)) {
                pieces.add(new NodeModel(model.node(), model.reference(), model.source(), model.wander(),
                        windows.subList(begin, i + 1), model.tolerance()));
                begin = i + 1;
            }
        }
    }

    int count() {
        return pieces.size();
    }

    String source() {
        return pieces.get(0).source();
    }

    Converted toReference(long nodeNanos) {
        return nearest(piece -> nodeNanos);
    }

    /** A reading of the node's counter itself: each piece has its own way of turning ticks into ns. */
    Converted ofTicks(long ticks) {
        return nearest(piece -> piece.ticks().nanos(ticks));
    }

    private Converted nearest(ToLongFunction<NodeModel> stamp) {
        int nearest = 0;
        Converted best = in(0, stamp);
        for (int i = 1; i < pieces.size(); i++) {
            Converted c = in(i, stamp);
            if (pieces.get(i).distance(c.refNanos()) < pieces.get(nearest).distance(best.refNanos())) {
                nearest = i;
                best = c;
            }
        }
        NodeModel piece = pieces.get(nearest);
        boolean early = nearest > 0 && best.refNanos() < piece.windows().get(0).x0Nanos();
        boolean late = nearest < pieces.size() - 1 && best.refNanos() > piece.last().x0Nanos();
        return early ? between(best, nearest, nearest - 1, stamp) : late ? between(best, nearest, nearest + 1, stamp) : best;
    }

    private Converted in(int piece, ToLongFunction<NodeModel> stamp) {
        return pieces.get(piece).withinPiece(stamp.applyAsLong(pieces.get(piece)));
    }

    /** Where in the gap the clock stepped nobody knows: if the other side's line also leads into the gap, both hold. */
    private Converted between(Converted best, int nearest, int other, ToLongFunction<NodeModel> stamp) {
        Converted also = in(other, stamp);
        double shift = also.refNanos() - best.refNanos();
        int first = Math.min(nearest, other);
        boolean possible = also.refNanos() + also.hiNanos() >= pieces.get(first).last().x0Nanos()
                && also.refNanos() + also.loNanos() <= pieces.get(first + 1).windows().get(0).x0Nanos();
        double lo = possible ? Math.min(best.loNanos(), also.loNanos() + shift) : best.loNanos();
        double hi = possible ? Math.max(best.hiNanos(), also.hiNanos() + shift) : best.hiNanos();
        return new Converted(best.refNanos(), best.errNanos(), lo, hi, Converted.How.STEPPED);
    }
}
