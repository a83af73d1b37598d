package runbench.report.profile;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import runbench.base.quantity.Numbers;
import runbench.base.quantity.Units;
import runbench.plotter.figure.Figure;
import runbench.plotter.figure.Panel;
import runbench.plotter.figure.Scale;
import runbench.plotter.theme.Ink;
import runbench.schedule.profile.KeptProfile;
import runbench.schedule.profile.BandwidthProfile.ProfileStep;
import runbench.schedule.profile.BandwidthProfile.ProgressUnit;
import runbench.schedule.profile.recorded.RecordedProfile;

/** The chart of a program's bandwidth over its progress. */
public final class ProfileChart {
    private static final int HEIGHT = 300;
    /** Ratio of a level to the highest value beyond which the level is a note instead of a line. */
    private static final double MAX_LEVEL_RATIO = 3;

    private ProfileChart() {
    }

    /**
     * Draws a profile.
     *
     * @param sustained sustained memory bandwidth, B/s; empty if unknown
     */
    public static Figure figure(RecordedProfile.Reading reading, OptionalDouble sustained) {
        KeptProfile kept = reading.kept();
        boolean instructions = kept.profile().progressUnit() == ProgressUnit.INSTRUCTIONS;
        double scale = 1e-9;
        Figure figure = Figure.titled(kept.profile().name() + ": memory bandwidth over its progress")
                .label(kept.origin().label())
                .provenance(kept.origin().machine() + " · " + kept.profile().source().label() + " · recorded "
                        + kept.origin().recordedUtc() + " · time " + kept.origin().timeFrom())
                .x(Scale.linear(instructions ? "instructions (10⁹)" : "running time alone (s)"));
        Panel traffic = Panel.of("bandwidth", Scale.linear("").si("B/s").startingAtZero())
                .height(HEIGHT)
                .detail("per second of running time alone · " + kept.origin().trafficFrom())
                .remark("mean " + Numbers.si(kept.meanTraffic(), 3, "B/s") + ", peak "
                        + Numbers.si(kept.origin().peak(), 3, "B/s"));
        double[] ends = reading.windowEnds();
        traffic.steps("windows of " + Numbers.nanos(kept.origin().window() * 1e9), edges(ends, scale),
                withLastValue(reading.windows()), Ink.GREY);
        List<ProfileStep> steps = kept.profile().steps();
        double[] stepEnds = new double[steps.size()];
        double at = 0;
        for (int i = 0; i < stepEnds.length; i++) {
            at += steps.get(i).progress();
            stepEnds[i] = at;
        }
        double[] x = edges(stepEnds, scale);
        traffic.steps(Units.counted(steps.size(), "step"), x,
                withLastValue(steps.stream().mapToDouble(ProfileStep::traffic).toArray()), Ink.BLUE);
        double top = Math.max(kept.origin().peak(),
                steps.stream().mapToDouble(ProfileStep::traffic).max().orElseThrow());
        if (sustained.orElse(0) / 2 > MAX_LEVEL_RATIO * top) {
            figure.note("Half of the sustained bandwidth, " + Numbers.si(sustained.getAsDouble() / 2, 3, "B/s")
                    + ", is far above this range.");
        } else {
            sustained.ifPresent(s -> traffic.level(s / 2, "half of the sustained bandwidth", Ink.ORANGE));
        }
        figure.add(traffic);
        if (steps.stream().anyMatch(s -> !Double.isNaN(s.waiting()))) {
            figure.add(Panel.of("waiting for memory", Scale.linear("share of the time").between(0, 1))
                    .height(HEIGHT / 2.0)
                    .detail(kept.origin().waitingFrom())
                    .steps("", x, withLastValue(steps.stream().mapToDouble(ProfileStep::waiting).toArray()),
                            Ink.PURPLE));
        }
        kept.origin()
                .notes()
                .forEach(n -> figure.note(n.substring(0, 1).toUpperCase(Locale.ROOT) + n.substring(1) + "."));
        figure.note(ProfileText.steps(kept) + ".");
        return figure;
    }

    /** Returns the start of each step and the end of the last one. */
    private static double[] edges(double[] ends, double scale) {
        double[] edges = new double[ends.length + 1];
        for (int i = 0; i < ends.length; i++) {
            edges[i + 1] = ends[i] * scale;
        }
        return edges;
    }

    /** Repeats the last value, because a step chart needs a value at its end. */
    private static double[] withLastValue(double[] values) {
        double[] all = Arrays.copyOf(values, values.length + 1);
        all[values.length] = values[values.length - 1];
        return all;
    }
}
