package runbench.schedule.contention;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import runbench.parser.stats.MedianInterval;

/** From times of programs, alone and beside each other, to slow-downs. */
public final class InterferenceAnalysis {
    private static final double CONFIDENT = 0.9;

    private final List<TimedRuns> runs;

    public InterferenceAnalysis(List<TimedRuns> runs) {
        this.runs = List.copyOf(runs);
    }

    private Map<Integer, Double> times(String program, String beside) {
        return runs.stream()
                .filter(r -> r.program().equals(program) && r.beside().equals(beside))
                .collect(Collectors.groupingBy(TimedRuns::round, Collectors.averagingDouble(TimedRuns::cpuSeconds)));
    }

    /** Slow-downs, each round's against the program alone in it; empty where none was measured. */
    double[] slowdowns(String victim, String beside) {
        Map<Integer, Double> alone = times(victim, "");
        return times(victim, beside).entrySet()
                .stream()
                .filter(e -> alone.containsKey(e.getKey()))
                .mapToDouble(e -> e.getValue() / alone.get(e.getKey()))
                .toArray();
    }

    public InterferingProgram program(String name, String label, ProgramDemand demand) {
        double[] alone = times(name, "").values().stream().mapToDouble(v -> v).toArray();
        double median = ContentionAnalysis.median(alone);
        double spread = alone.length < 2 ? Double.NaN
                : (Arrays.stream(alone).max().orElseThrow() - Arrays.stream(alone).min().orElseThrow()) / median;
        double running = ContentionAnalysis.median(runs.stream()
                .filter(r -> r.program().equals(name) && r.beside().isEmpty())
                .mapToDouble(TimedRuns::running)
                .toArray());
        return new InterferingProgram(name, label, median, spread, running, demand);
    }

    /**
     * What a program asks for, by what it and the reader beside it lost; empty where they were not measured. @param
     * reader name of the probe
     */
    public Optional<ProgramDemand> probed(ContentionModel model, String program, String reader) {
        double[] slowed = slowdowns(program, reader);
        double[] slows = slowdowns(reader, program);
        return slowed.length == 0 || slows.length == 0 ? Optional.empty()
                : Optional.of(ProgramDemand.probed(model, ContentionAnalysis.median(slowed),
                        ContentionAnalysis.median(slows)));
    }

    /**
     * Why not to trust what a probe told of a program: rounds too few or too far apart to tell any loss from none, or a
     * loss that exceeds what memory can do to it. Empty where nothing stands against it, and where it was not probed.
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
        if (untold(own) && untold(others)) {
            doubts.add(String.format(Locale.ROOT,
                    "what %s asks of memory cannot be told from nothing: beside a reader it took %s times as long, and the reader %s times; predictions "
                            + "for it follow that noise",
                    program, told(own), told(others)));
        }
        ProgramDemand reading = new ProgramDemand(1, model.single(), 1, "");
        double most = ProgramDemand.slowdown(model, reading, reading);
        if (!untold(own) && own.interval().low() > most || !untold(others) && others.interval().low() > most) {
            doubts.add(String.format(Locale.ROOT,
                    "%s and a reader lose more to each other than memory explains (%.3f times as long at most by the model): %s and %s times; caches, "
                            + "or a CPU that they share, are no part of it",
                    program, most, told(own), told(others)));
        }
        return doubts;
    }

    private static boolean untold(MedianInterval m) {
        return m.confidence() <= CONFIDENT || m.interval().contains(1);
    }

    private static String told(MedianInterval m) {
        return m.confidence() > CONFIDENT
                ? String.format(Locale.ROOT, "%.3f [%.3f, %.3f]", m.median(), m.interval().low(), m.interval().high())
                : String.format(Locale.ROOT, "%.3f (too few rounds for an interval)", m.median());
    }

    /** @param model null: nothing is predicted */
    public List<SlowedBy> cells(List<InterferingProgram> programs, ContentionModel model) {
        List<SlowedBy> cells = new ArrayList<>();
        for (InterferingProgram victim : programs) {
            for (InterferingProgram beside : programs) {
                double predicted = model == null || victim.demand() == null || beside.demand() == null ? Double.NaN
                        : ProgramDemand.slowdown(model, victim.demand(), beside.demand());
                cells.add(cell(victim.name(), beside.name(), predicted));
            }
        }
        return cells;
    }

    private SlowedBy cell(String victim, String beside, double predicted) {
        double[] slowdowns = slowdowns(victim, beside);
        if (slowdowns.length == 0) {
            return new SlowedBy(victim, beside, Double.NaN, null, 0, predicted, true);
        }
        MedianInterval m = MedianInterval.of(slowdowns);
        return new SlowedBy(victim, beside, m.median(), m.confidence() > CONFIDENT ? m.interval() : null,
                slowdowns.length, predicted, untold(m));
    }

    /** @return null where nothing was both measured and predicted */
    public static PredictionError error(List<SlowedBy> cells) {
        List<SlowedBy> both = cells.stream()
                .filter(c -> !Double.isNaN(c.measured()) && !Double.isNaN(c.predicted()))
                .toList();
        if (both.isEmpty()) {
            return null;
        }
        double[] errors = both.stream().mapToDouble(c -> Math.abs(c.predicted() / c.measured() - 1)).toArray();
        double[] none = both.stream().mapToDouble(c -> Math.abs(1 / c.measured() - 1)).toArray();
        return new PredictionError(both.size(), ContentionAnalysis.median(errors),
                Arrays.stream(errors).max().orElseThrow(), ContentionAnalysis.median(none),
                Arrays.stream(none).max().orElseThrow());
    }
}
