package runbench.sync.model;

import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import runbench.base.error.RunbenchException;

/** The reference's time in UTC, from what each window read of the reference's time service. */
final class Utc {
    private final List<External> readings;

    /** @param model the model that leads to the reference */
    Utc(NodeModel model) {
        readings = model.windows().stream().map(WindowModel::external).filter(Objects::nonNull)
                .filter(External::synchronised).sorted(Comparator.comparingLong(External::xNanos)).toList();
        if (readings.isEmpty()) {
            String why = model.windows().stream().map(WindowModel::external).filter(Objects::nonNull).map(External::state)
                    .reduce((before, last) -> last).map(said -> "no time service kept " + model.reference()
                            + "'s clock during its windows, so its error is unknown" + (said.isEmpty() ? "" : " (" + said + ")"))
                    .orElse("it holds no reading of " + model.reference() + "'s time service");
            throw RunbenchException.badInput("the model of " + model.node() + " does not tell UTC: " + why)
                    .remedy("Start chronyd or ntpd on " + model.reference() + " (runbench sync external shows what it"
                            + " claims) and measure again; or convert without --utc");
        }
    }

    /** A reference time in UTC: the service's errors added. */
    Converted of(Converted at) {
        Offset offset = offset(at.refNanos());
        long utc = at.refNanos() - offset.baseNanos() - Math.round(offset.restNanos());
        double rounding = Math.round(offset.restNanos()) - offset.restNanos();
        Converted hop = new Converted(utc, offset.errNanos(), offset.restNanos() - offset.hiNanos() + rounding,
                offset.restNanos() - offset.loNanos() + rounding, Converted.How.INTERPOLATED);
        return at.through(hop);
    }

    /** Between two readings the straight line, with both ends' errors; outside the nearest one's rate. */
    private Offset offset(long x) {
        External before = readings.get(0);
        for (External after : readings) {
            if (after.xNanos() > x) {
                return before == after ? after.at(x) : between(before, after, x);
            }
            before = after;
        }
        return before.at(x);
    }

    private static Offset between(External a, External b, long x) {
        Offset forward = a.at(x);
        Offset backward = b.at(x).rebased(a.offsetNanos());
        double u = (double) (x - a.xNanos()) / (b.xNanos() - a.xNanos());
        double rest = u * (b.offsetNanos() - a.offsetNanos());
        double lo = Math.max(forward.loNanos(), backward.loNanos());
        double hi = Math.min(forward.hiNanos(), backward.hiNanos());
        // Claims that contradict each other: the service was wrong once, so both remain possible.
        if (lo > hi) {
            lo = Math.min(forward.loNanos(), backward.loNanos());
            hi = Math.max(forward.hiNanos(), backward.hiNanos());
        }
        double err = Math.min(forward.errNanos(), backward.errNanos());
        return new Offset(a.offsetNanos(), rest, err, Math.min(lo, rest), Math.max(hi, rest));
    }
}
