package runbench.align.view;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import runbench.base.quantity.Units;
import runbench.parser.metrics.BoundMetric;
import runbench.parser.metrics.Metric;
import runbench.parser.record.EventInfo;
import runbench.pas2p.efficiency.Efficiencies;
import runbench.pas2p.efficiency.EfficiencyAnalysis;
import runbench.pas2p.phase.Phase;
import runbench.pas2p.phase.PhaseAnalysis;
import runbench.pas2p.phase.RankBalance.RankTime;
import runbench.pas2p.phase.RankBalance;
import runbench.pas2p.phase.RankPhases;

/** Builds the phase table: one row per relevant phase, one for the others and one for the time outside phases. */
final class PhaseTable {
    private static final int MAX_ROWS = 30;

    private final PhaseAnalysis analysis;
    private final RankPhases phases;
    private final List<RankReading> readings;
    private final long periodNs;
    private final ToDoubleFunction<Phase> predicted;
    /** Efficiency analysis; empty if times of the ranks cannot be compared. */
    private final Optional<EfficiencyAnalysis> efficiency;
    /** A rank whose recording has the events and metrics of all ranks. */
    private final RankReading model;

    /**
     * Creates the table.
     *
     * @param efficiency efficiency analysis; empty if times of the ranks cannot be compared
     * @param predicted seconds of a phase predicted by a signature; NaN: unknown
     */
    PhaseTable(PhasedTrace run, List<RankReading> readings, long periodNs, Optional<EfficiencyAnalysis> efficiency,
            ToDoubleFunction<Phase> predicted) {
        this.predicted = predicted;
        this.efficiency = efficiency;
        this.periodNs = periodNs;
        this.readings = readings.stream().filter(r -> r.phases() != null).toList();
        analysis = run.analysis();
        phases = run.phases();
        model = this.readings.stream()
                .max(Comparator.comparingInt(r -> r.view().periods().events().size()))
                .orElse(null);
    }

    List<PhaseRow> rows() {
        List<PhaseRow> rows = new ArrayList<>();
        List<Phase> shown = analysis.relevantPhases().stream().limit(MAX_ROWS).toList();
        shown.forEach(p -> rows.add(row(p.label(), p.activity(), p.weight(), analysis.nanosOf(p),
                predicted.applyAsDouble(p), new int[]{p.id()}, efficiency.flatMap(e -> e.of(p)))));
        List<Phase> others = analysis.phases().stream().filter(p -> !shown.contains(p)).toList();
        if (!others.isEmpty()) {
            rows.add(row("others", Units.counted(others.size(), "other phase"),
                    others.stream().mapToLong(Phase::weight).sum(), others.stream().mapToLong(analysis::nanosOf).sum(),
                    Double.NaN, others.stream().mapToInt(Phase::id).toArray(),
                    others.stream().anyMatch(analysis::relevant) ? Optional.empty()
                            : efficiency.map(EfficiencyAnalysis::otherPhases)));
        }
        rows.add(outside());
        return rows;
    }

    /** Returns the assumptions of the table as notes. */
    List<String> notes() {
        List<String> notes = new ArrayList<>();
        notes.add("Counts are assumed to be uniform between two samples; the range in brackets"
                + " contains the true count.");
        List<Integer> without = IntStream.range(0, phases.ranks())
                .filter(r -> phases.stretches(r) > 0)
                .filter(r -> readings.stream().noneMatch(x -> x.opened().rank() == r))
                .boxed()
                .toList();
        if (!without.isEmpty()) {
            notes.add("No counts of rank" + (without.size() == 1 ? " " : "s ")
                    + String.join(", ", without.stream().map(String::valueOf).toList()) + ": there is no recording of "
                    + (without.size() == 1 ? "it" : "them") + ". Ratios are of the other ranks.");
        }
        if (readings.stream().anyMatch(r -> r.view().periods().recording().metadata().cpuWide())) {
            notes.add("Counts cover the whole node, not only this rank, in the phases of the rank that samples"
                    + " the node. They include other programs.");
        }
        long below = analysis.relevantPhases()
                .stream()
                .filter(p -> stretch(new int[]{p.id()}) < periodNs / 1e9)
                .count();
        if (below > 0) {
            notes.add("In " + Units.counted(below, "phase")
                    + " a stay of a rank takes less than a sampling period. Its counts are divided among "
                    + "its neighbours too and are inaccurate; a shorter period (--period) is more accurate.");
        }
        if (efficiency.isEmpty()) {
            notes.add("No efficiencies: times of some ranks cannot be compared with those of the others.");
        } else if (!efficiency.get().wholeRun()) {
            notes.add("Efficiencies are of that part of the run whose messages could be put in order.");
        }
        notes.addAll(analysis.balance().contradictions());
        return notes;
    }

    private double stretch(int[] ids) {
        double visits = 0;
        double wall = 0;
        for (int r = 0; r < phases.ranks(); r++) {
            int rank = r;
            wall += sum(ids, id -> phases.wallNanos(rank, id));
            visits += sum(ids, id -> phases.visits(rank, id));
        }
        return visits == 0 ? Double.NaN : wall / 1e9 / visits;
    }

    private PhaseRow row(String label, String description, long occurrences, long nanos, double predictedS, int[] ids,
            Optional<Efficiencies> shares) {
        RankBalance balance = analysis.rankBalance(ids).orElseThrow();
        double stretch = stretch(ids);
        double withCounts = readings.stream()
                .mapToDouble(r -> sum(ids, id -> phases.wallNanos(r.opened().rank(), id)))
                .sum();
        return new PhaseRow(label, description, occurrences, nanos / 1e9, predictedS,
                analysis.runNanos() > 0 ? (double) nanos / analysis.runNanos() : Double.NaN,
                balance.mean(RankTime::wallNanos) / 1e9, balance.max(RankTime::wallNanos) / 1e9,
                balance.mean(RankTime::busyNanos) / 1e9, balance.max(RankTime::busyNanos) / 1e9, balance.imbalance(),
                balance.criticalRank(), balance.mpiShare(), stretch, stretch < periodNs / 1e9, counts(ids),
                metrics(ids, withCounts), shares.map(PhaseRow.Shares::of).orElse(PhaseRow.Shares.UNKNOWN));
    }

    private PhaseRow outside() {
        int[] none = {phases.phases()};
        double wall = 0;
        double max = 0;
        for (RankReading r : readings) {
            double inside = IntStream.range(0, phases.phases())
                    .mapToDouble(id -> phases.wallNanos(r.opened().rank(), id))
                    .sum();
            double own = Math.max(0, r.opened().endNs() - r.opened().startNs() - inside);
            wall += own;
            max = Math.max(max, own);
        }
        double nan = Double.NaN;
        return new PhaseRow("outside", "before the first phase and after the last: starting, MPI_Init, MPI_Finalize", 0,
                nan, nan, nan, readings.isEmpty() ? nan : wall / 1e9 / readings.size(),
                readings.isEmpty() ? nan : max / 1e9, nan, nan, nan, -1, nan, nan, false, counts(none),
                metrics(none, wall), PhaseRow.Shares.UNKNOWN);
    }

    private interface OfPhase {
        double value(int id);
    }

    private static double sum(int[] ids, OfPhase part) {
        return Arrays.stream(ids).mapToDouble(part::value).sum();
    }

    private List<EventInfo> events() {
        return model == null ? List.of() : model.view().periods().events();
    }

    private int place(RankReading r, String event) {
        List<EventInfo> own = r.view().periods().events();
        return IntStream.range(0, own.size())
                .filter(e -> own.get(e).name().equals(event) && own.get(e).counted())
                .findFirst()
                .orElse(-1);
    }

    private List<PhaseRow.CountInPhase> counts(int[] ids) {
        List<PhaseRow.CountInPhase> counts = new ArrayList<>();
        for (EventInfo event : events()) {
            String unit = event.unit();
            if (readings.stream().anyMatch(r -> place(r, event.name()) < 0)) {
                String why = readings.stream()
                        .filter(r -> place(r, event.name()) < 0)
                        .map(r -> reason(r, event.name()))
                        .findFirst()
                        .orElse("not counted");
                counts.add(new PhaseRow.CountInPhase(event.name(), unit, Double.NaN, Double.NaN, Double.NaN, why));
                continue;
            }
            counts.add(new PhaseRow.CountInPhase(event.name(), unit, total(event, ids, PhaseCounts.Sums::count),
                    total(event, ids, PhaseCounts.Sums::least), total(event, ids, PhaseCounts.Sums::most), null));
        }
        return counts;
    }

    private double total(EventInfo event, int[] ids, Function<PhaseCounts.Sums, double[][]> which) {
        return readings.stream().mapToDouble(r -> {
            int place = place(r, event.name());
            return sum(ids, id -> which.apply(r.phases())[id][place]);
        }).sum();
    }

    private static String reason(RankReading r, String event) {
        return "rank " + r.opened().rank() + ": "
                + r.view()
                        .periods()
                        .events()
                        .stream()
                        .filter(e -> e.name().equals(event))
                        .map(EventInfo::reason)
                        .filter(Objects::nonNull)
                        .findFirst()
                        .orElse("not asked for");
    }

    /**
     * Computes the metrics.
     *
     * @param wallNanos wall time of the ranks with counts, ns
     */
    private List<PhaseRow.MetricInPhase> metrics(int[] ids, double wallNanos) {
        if (model == null) {
            return List.of();
        }
        List<EventInfo> events = events();
        double[] counts = counts(ids).stream().mapToDouble(PhaseRow.CountInPhase::count).toArray();
        double runNanos = readings.stream().mapToDouble(r -> sum(ids, id -> r.phases().runNanos()[id])).sum();
        List<PhaseRow.MetricInPhase> all = new ArrayList<>();
        for (Metric m : model.view().metrics()) {
            BoundMetric bound = BoundMetric.bind(m, model.view().periods());
            if (!bound.isRequested()) {
                continue;
            }
            double value = bound.of(counts.length == events.size() ? counts : new double[events.size()], runNanos,
                    wallNanos);
            all.add(new PhaseRow.MetricInPhase(m.name(), m.unit(), value,
                    !Double.isNaN(value) ? null : bound.reason().orElse("its events counted nothing here")));
        }
        return all;
    }
}
