package runbench.schedule.contention;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import runbench.base.stats.Interval;
import runbench.base.stats.Statistics;
import runbench.base.stats.Statistics.MedianInterval;
import runbench.schedule.contention.Interference.InterferingProgram;
import runbench.schedule.contention.Interference.PredictionError;
import runbench.schedule.contention.Interference.SlowedBy;

/** Computes slow-downs from the times of programs alone and in pairs. */
public final class InterferenceAnalysis {
    private static final double MIN_CONFIDENCE = 0.9;

    private final List<TimedRuns> runs;

    public InterferenceAnalysis(List<TimedRuns> runs) {
        this.runs = List.copyOf(runs);
    }

    private Map<Integer, Double> times(String program, String competitor) {
        return runs.stream()
                .filter(r -> r.program().equals(program) && r.beside().equals(competitor))
                .collect(Collectors.groupingBy(TimedRuns::round, Collectors.averagingDouble(TimedRuns::cpuSeconds)));
    }

    /** Returns the slow-downs, each relative to the program alone in the same round; empty if none was measured. */
    double[] slowdowns(String victim, String competitor) {
        Map<Integer, Double> alone = times(victim, "");
        return times(victim, competitor).entrySet()
                .stream()
                .filter(e -> alone.containsKey(e.getKey()))
                .mapToDouble(e -> e.getValue() / alone.get(e.getKey()))
                .toArray();
    }

    public InterferingProgram program(String name, String label, ProgramDemand demand) {
        double[] alone = times(name, "").values().stream().mapToDouble(v -> v).toArray();
        double median = Statistics.median(alone);
        double spread = alone.length < 2 ? Double.NaN
                : (Arrays.stream(alone).max().orElseThrow() - Arrays.stream(alone).min().orElseThrow()) / median;
        double running = Statistics.median(runs.stream()
                .filter(r -> r.program().equals(name) && r.beside().isEmpty())
                .mapToDouble(TimedRuns::running)
                .toArray());
        return new InterferingProgram(name, label, median, spread, running, demand);
    }

    /**
     * Estimates a program's memory demand from the losses of the program and of the reader that ran with it.
     *
     * @param model calibrated model
     * @param program name of the program
     * @param reader name of the probe
     * @return the demand, or empty if the pair was not measured
     */
    public Optional<ProgramDemand> probed(ContentionModel model, String program, String reader) {
        double[] slowed = slowdowns(program, reader);
        double[] slows = slowdowns(reader, program);
        return slowed.length == 0 || slows.length == 0 ? Optional.empty()
                : Optional.of(ProgramDemand.probed(model, Statistics.median(slowed), Statistics.median(slows)));
    }

    /**
     * Returns reasons to distrust a probed demand: too few or too variable rounds, or a loss larger than memory
     * contention can cause.
     *
     * @return warnings; empty if there is none or the program was not probed
     */
    public List<String> doubts(ContentionModel model, String program, String reader) {
        double[] slowed = slowdowns(program, reader);
        double[] slows = slowdowns(reader, program);
        if (slowed.length == 0 || slows.length == 0) {
            return List.of();
        }
        MedianInterval own = MedianInterval.of(slowed);
        MedianInterval others = MedianInterval.of(slows);
        List<String> doubts = new ArrayList<>();
        if (unknown(own) && unknown(others)) {
            doubts.add(String.format(Locale.ROOT,
                    "the memory demand of %s is not distinguishable from zero: with a reader it took %s times as "
                            + "long, and the reader %s times; predictions for it reflect this noise",
                    program, formatted(own), formatted(others)));
        }
        ProgramDemand reading = new ProgramDemand(1, model.single(), 1, "");
        double largest = ProgramDemand.slowdown(model, reading, reading);
        if (!unknown(own) && own.interval().low() > largest || !unknown(others) && others.interval().low() > largest) {
            doubts.add(String.format(Locale.ROOT,
                    "%s and a reader slow each other more than memory contention can explain (the model allows a "
                            + "factor of %.3f): %s and %s times; caches or a shared CPU are not part of the model",
                    program, largest, formatted(own), formatted(others)));
        }
        return doubts;
    }

    /** Returns the interval of a slow-down over rounds; null with too few rounds. */
    static Interval interval(MedianInterval m) {
        return m.confidence() > MIN_CONFIDENCE ? m.interval() : null;
    }

    private static boolean unknown(MedianInterval m) {
        return m.confidence() <= MIN_CONFIDENCE || m.interval().contains(1);
    }

    private static String formatted(MedianInterval m) {
        return m.confidence() > MIN_CONFIDENCE
                ? String.format(Locale.ROOT, "%.3f [%.3f, %.3f]", m.median(), m.interval().low(), m.interval().high())
                : String.format(Locale.ROOT, "%.3f (too few rounds for an interval)", m.median());
    }

    /**
     * Returns a cell for every ordered pair.
     *
     * @param programs the programs
     * @param model contention model; null disables predictions
     */
    public List<SlowedBy> cells(List<InterferingProgram> programs, ContentionModel model) {
        List<SlowedBy> cells = new ArrayList<>();
        for (InterferingProgram victim : programs) {
            for (InterferingProgram competitor : programs) {
                double predicted = model == null || victim.demand() == null || competitor.demand() == null ? Double.NaN
                        : ProgramDemand.slowdown(model, victim.demand(), competitor.demand());
                cells.add(cell(victim.name(), competitor.name(), predicted));
            }
        }
        return cells;
    }

    private SlowedBy cell(String victim, String competitor, double predicted) {
        double[] slowdowns = slowdowns(victim, competitor);
        if (slowdowns.length == 0) {
            return new SlowedBy(victim, competitor, Double.NaN, null, 0, predicted, true);
        }
        MedianInterval m = MedianInterval.of(slowdowns);
        return new SlowedBy(victim, competitor, m.median(), interval(m), slowdowns.length, predicted, unknown(m));
    }

    /** Returns the prediction error, or null if no pair was both measured and predicted. */
    public static PredictionError error(List<SlowedBy> cells) {
        List<SlowedBy> both = cells.stream()
                .filter(c -> !Double.isNaN(c.measured()) && !Double.isNaN(c.predicted()))
                .toList();
        if (both.isEmpty()) {
            return null;
        }
        double[] errors = both.stream().mapToDouble(c -> Math.abs(c.predicted() / c.measured() - 1)).toArray();
        double[] none = both.stream().mapToDouble(c -> Math.abs(1 / c.measured() - 1)).toArray();
        return new PredictionError(both.size(), Statistics.median(errors), Arrays.stream(errors).max().orElseThrow(),
                Statistics.median(none), Arrays.stream(none).max().orElseThrow());
    }

    /**
     * The runs of one program in one round.
     *
     * @param round number of the round, from 0
     * @param program name of the program
     * @param beside name of the competing program; empty if the program ran alone
     * @param cpuSeconds CPU time of a run, median
     * @param running share of the wall time, 0..1, in which the program had a CPU
     */
    public record TimedRuns(int round, String program, String beside, double cpuSeconds, double running) {}
}
