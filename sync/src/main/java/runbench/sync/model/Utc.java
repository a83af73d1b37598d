package runbench.sync.model;

import java.util.Comparator;
import java.util.Objects;
import runbench.base.error.RunbenchException;
import runbench.base.timeline.PlacedStamp;
import runbench.base.timeline.ReferenceTime.How;
import runbench.base.timeline.Timeline;

/** Converts the reference's time to UTC by the windows' readings of the reference's time service. */
final class Utc implements Timeline {
    private final External[] readings;

    /**
     * Creates the conversion.
     *
     * @param model model that leads to the reference
     * @throws RunbenchException if no reading is synchronised
     */
    Utc(NodeModel model) {
        readings = model.windows()
                .stream()
                .map(WindowModel::external)
                .filter(Objects::nonNull)
                .filter(External::synchronised)
                .sorted(Comparator.comparingLong(External::xNanos))
                .toArray(External[]::new);
        if (readings.length == 0) {
            String why = model.windows()
                    .stream()
                    .map(WindowModel::external)
                    .filter(Objects::nonNull)
                    .map(External::state)
                    .reduce((before, last) -> last)
                    .map(reason -> "no time service kept " + model.reference()
                            + "'s clock during its windows, so its error is unknown"
                            + (reason.isEmpty() ? "" : " (" + reason + ")"))
                    .orElse("it holds no reading of " + model.reference() + "'s time service");
            throw RunbenchException.badInput("the model of " + model.node() + " does not tell UTC: " + why)
                    .remedy("Start chronyd or ntpd on " + model.reference() + " (runbench sync external shows what it"
                            + " claims) and measure again; or convert without --utc");
        }
    }

    /**
     * Converts a reference time to UTC with the service's errors. Between two readings it interpolates linearly;
     * outside, it uses the nearest reading's rate.
     */
    @Override
    public void locate(long refNanos, PlacedStamp out) {
        int after = 0;
        while (after < readings.length && readings[after].xNanos() <= refNanos) {
            after++;
        }
        if (after == 0 || after == readings.length) {
            External nearest = readings[after == 0 ? 0 : after - 1];
            double rest = nearest.rest(refNanos);
            double bound = nearest.bound(refNanos);
            place(refNanos, nearest.offsetNanos(), rest, nearest.err(refNanos), rest - bound, rest + bound, out);
        } else {
            between(readings[after - 1], readings[after], refNanos, out);
        }
    }

    /** Interpolates linearly, with the errors of both ends. */
    private static void between(External a, External b, long x, PlacedStamp out) {
        double shift = b.offsetNanos() - a.offsetNanos();
        double u = (double) (x - a.xNanos()) / (b.xNanos() - a.xNanos());
        double rest = u * (b.offsetNanos() - a.offsetNanos());
        double forwardLo = a.rest(x) - a.bound(x);
        double forwardHi = a.rest(x) + a.bound(x);
        double backwardLo = b.rest(x) - b.bound(x) + shift;
        double backwardHi = b.rest(x) + b.bound(x) + shift;
        double lo = Math.max(forwardLo, backwardLo);
        double hi = Math.min(forwardHi, backwardHi);
        // The claims contradict each other: the service was wrong once, so both remain possible.
        if (lo > hi) {
            lo = Math.min(forwardLo, backwardLo);
            hi = Math.max(forwardHi, backwardHi);
        }
        place(x, a.offsetNanos(), rest, Math.min(a.err(x), b.err(x)), Math.min(lo, rest), Math.max(hi, rest), out);
    }

    /** Sets the result from reference minus UTC: a whole number and the rest. */
    private static void place(long x, long base, double rest, double err, double lo, double hi, PlacedStamp out) {
        double rounding = Math.round(rest) - rest;
        out.set(x - base - Math.round(rest), err, rest - hi + rounding, rest - lo + rounding, How.INTERPOLATED);
    }
}
