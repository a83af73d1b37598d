package runbench.report.text;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import runbench.align.view.ClusterView;
import runbench.align.view.PhaseRow;
import runbench.align.view.PhaseView;
import runbench.base.file.OutputFile;
import runbench.base.quantity.Numbers;
import runbench.base.quantity.Printable;
import runbench.base.quantity.Units;
import runbench.pas2p.phase.CpuShortage;
import runbench.pas2p.efficiency.EfficiencyDefinitions;

/** Prints the phase table of a run on many nodes, and writes it as CSV. */
public final class ClusterPhasesText {
    private static final int MAX_COLUMN = 60;
    /** Index of the column of predicted times. */
    private static final int PREDICTED = 3;

    private ClusterPhasesText() {
    }

    /** Prints times and ranks, then counts. */
    public static void print(ClusterView view, PrintWriter out) {
        if (view.phases() == null) {
            out.println("no phases: " + view.phasesAbsent());
            return;
        }
        CpuShortage.text(view.phases().starved()).ifPresent(out::println);
        List<PhaseRow> rows = view.phases().rows();
        List<String[]> times = new ArrayList<>();
        boolean predicted = rows.stream().anyMatch(r -> Double.isFinite(r.predictedS()));
        times.add(row(predicted, "phase", "times", "time", heading(view.phases().predicted()), "share", "rank: mean",
                "max", "outside MPI", "max", "imbalance", "critical", "in MPI", "per stretch"));
        for (PhaseRow r : rows) {
            times.add(row(predicted, r.label(), r.occurrences() == 0 ? "" : Numbers.count(r.occurrences()),
                    seconds(r.timeS()), seconds(r.predictedS()), percent(r.share()), seconds(r.rankMeanS()),
                    seconds(r.rankMaxS()), seconds(r.busyMeanS()), seconds(r.busyMaxS()), percent(r.imbalance()),
                    r.criticalRank() < 0 ? "" : "rank " + r.criticalRank(), percent(r.mpiShare()),
                    seconds(r.stretchS()) + (r.belowPeriod() ? "*" : "")));
        }
        out.println(TextTable.text(times));
        predicted(view.phases()).forEach(out::println);
        efficiencies(rows, out);
        counts(rows, out);
        rows.stream()
                .filter(r -> r.label().startsWith("P"))
                .forEach(r -> out.println(r.label() + ": " + Printable.line(shortened(r.description()))));
        view.phases().notes().forEach(n -> out.println((n.contains("sampling period") ? "* " : "") + n));
        reasons(rows).forEach(r -> out.println("unknown: " + r));
    }

    /** Returns the heading of the column of predicted times. */
    public static String heading(PhaseView.Predicted predicted) {
        return predicted == null || predicted.measured() ? "predicted" : "traced run";
    }

    private static String[] row(boolean predicted, Object... cells) {
        return TextTable.row(IntStream.range(0, cells.length)
                .filter(i -> predicted || i != PREDICTED)
                .mapToObj(i -> cells[i])
                .toArray());
    }

    /** Returns lines that compare the whole run with its prediction; empty without a prediction. */
    public static List<String> predicted(PhaseView phases) {
        PhaseView.Predicted p = phases.predicted();
        if (p == null) {
            return List.of();
        }
        boolean bounded = Double.isFinite(p.lowS());
        String interval = bounded
                ? " (" + Units.percent(p.confidence()) + ": " + Units.seconds(p.lowS()) + " to "
                        + Units.seconds(p.highS()) + ")"
                : "";
        String line = "whole run: " + (Double.isFinite(p.tookS()) ? Units.seconds(p.tookS()) : "unknown") + "; "
                + Units.seconds(p.predictedS()) + interval + (p.measured() ? " predicted" : " in the traced run")
                + " by " + p.source();
        if (Double.isFinite(p.tookS())) {
            line += ", " + Units.percent(Math.abs(p.error())) + " too " + (p.error() < 0 ? "low" : "high")
                    + (!bounded ? ""
                            : p.lowS() <= p.tookS() && p.tookS() <= p.highS() ? ", within the interval"
                                    : ", OUTSIDE the interval");
        }
        List<String> lines = new ArrayList<>(List.of(line));
        p.notes().forEach(n -> lines.add("prediction: " + n));
        lines.add("prediction: this run includes the overhead of sampling and tracing");
        return lines;
    }

    private static void efficiencies(List<PhaseRow> rows, PrintWriter out) {
        List<PhaseRow> known = rows.stream().filter(r -> r.efficiency().known()).toList();
        if (known.isEmpty()) {
            return;
        }
        List<String[]> table = new ArrayList<>();
        List<String> head = new ArrayList<>(List.of("efficiency"));
        PhaseRow.Shares.NAMES.forEach(n -> head.add(EfficiencyDefinitions.of(n).column()));
        table.add(head.toArray(String[]::new));
        for (PhaseRow r : known) {
            List<String> cells = new ArrayList<>(List.of(r.label()));
            Arrays.stream(r.efficiency().all()).forEach(v -> cells.add(percent(v)));
            table.add(cells.toArray(String[]::new));
        }
        out.println();
        out.println(TextTable.text(table));
        out.println("(parallel = balance x comm., comm. = serial. x transfer; see runbench pas2p analyze)");
    }

    /** Prints counts with their bounds, and metrics; columns without values are omitted. */
    private static void counts(List<PhaseRow> rows, PrintWriter out) {
        PhaseRow first = rows.get(0);
        List<Integer> events = places(first.counts().size(),
                e -> rows.stream().anyMatch(r -> Double.isFinite(r.counts().get(e).count())));
        List<Integer> metrics = places(first.metrics().size(), m -> !first.metrics().get(m).unit().endsWith("/s")
                && rows.stream().anyMatch(r -> Double.isFinite(r.metrics().get(m).value())));
        if (events.isEmpty()) {
            return;
        }
        List<String[]> table = new ArrayList<>();
        List<String> head = new ArrayList<>(List.of("phase"));
        events.forEach(e -> head.add(first.counts().get(e).event()));
        metrics.forEach(m -> head.add(first.metrics().get(m).name()));
        table.add(head.toArray(String[]::new));
        for (PhaseRow r : rows) {
            List<String> cells = new ArrayList<>(List.of(r.label()));
            events.forEach(e -> cells.add(count(r.counts().get(e))));
            metrics.forEach(m -> cells.add(value(r.metrics().get(m))));
            table.add(cells.toArray(String[]::new));
        }
        out.println();
        out.println(TextTable.text(table));
        out.println("(all ranks; in brackets the lower and the upper bound)");
    }

    private static List<Integer> places(int n, IntPredicate wanted) {
        return IntStream.range(0, n).filter(wanted).boxed().toList();
    }

    private static String count(PhaseRow.CountInPhase c) {
        if (!Double.isFinite(c.count())) {
            return "";
        }
        boolean time = c.unit().equals("ns");
        String number = number(c.count(), time);
        return c.most() - c.least() < 0.5 ? number
                : number + " (" + number(c.least(), time) + " to " + number(c.most(), time) + ")";
    }

    private static String number(double count, boolean time) {
        return time ? Numbers.nanos(count) : Numbers.si(count, 3, "");
    }

    private static String value(PhaseRow.MetricInPhase m) {
        return !Double.isFinite(m.value()) ? ""
                : m.unit().equals("share") ? Numbers.percent(m.value()) : Numbers.si(m.value(), 3, "");
    }

    private static String seconds(double s) {
        return Double.isFinite(s) ? Units.seconds(s) : "";
    }

    /** Returns a percentage; empty if unknown, without decimals from 100 % on. */
    public static String percent(double share) {
        return !Double.isFinite(share) ? ""
                : share < 1 ? Numbers.percent(share) : Math.round(100 * share) + Numbers.percent(0.5).substring(2);
    }

    private static String shortened(String text) {
        return text.length() <= MAX_COLUMN * 2 ? text : text.substring(0, MAX_COLUMN * 2 - 1) + "…";
    }

    private static Set<String> reasons(List<PhaseRow> rows) {
        Set<String> reasons = new LinkedHashSet<>();
        rows.forEach(r -> r.counts()
                .stream()
                .filter(c -> c.why() != null)
                .forEach(c -> reasons.add(c.event() + ": " + c.why())));
        return reasons;
    }

    /** Writes one row per phase. Unknown values are empty; the last column contains their reasons. */
    public static void csv(ClusterView view, Path file) throws IOException {
        List<PhaseRow> rows = view.phases() == null ? List.of() : view.phases().rows();
        List<String> head = new ArrayList<>(List.of("phase", "description", "occurrences", "time_s", "predicted_s",
                "share", "rank_mean_s", "rank_max_s", "outside_mpi_mean_s", "outside_mpi_max_s", "imbalance",
                "critical_rank", "mpi_share", "stretch_s", "below_period"));
        head.addAll(PhaseRow.Shares.NAMES);
        if (!rows.isEmpty()) {
            rows.get(0)
                    .counts()
                    .forEach(c -> head.addAll(List.of(c.event(), c.event() + "_least", c.event() + "_most")));
            rows.get(0).metrics().forEach(m -> head.add(m.name()));
        }
        head.add("not_known");
        CSVFormat format = CSVFormat.DEFAULT.builder().setRecordSeparator('\n').get();
        OutputFile.writeText(file, text -> {
            CSVPrinter csv = new CSVPrinter(text, format);
            csv.printRecord(head);
            for (PhaseRow r : rows) {
                List<Object> cells = new ArrayList<>();
                cells.add(r.label());
                cells.add(r.description());
                cells.add(r.occurrences() == 0 ? null : r.occurrences());
                for (double v : new double[]{r.timeS(), r.predictedS(), r.share(), r.rankMeanS(), r.rankMaxS(),
                        r.busyMeanS(), r.busyMaxS(), r.imbalance()}) {
                    cells.add(JsonText.number(v));
                }
                cells.add(r.criticalRank() < 0 ? null : r.criticalRank());
                cells.add(JsonText.number(r.mpiShare()));
                cells.add(JsonText.number(r.stretchS()));
                cells.add(r.belowPeriod());
                Arrays.stream(r.efficiency().all()).forEach(v -> cells.add(JsonText.number(v)));
                r.counts().forEach(c -> {
                    cells.add(JsonText.number(c.count()));
                    cells.add(JsonText.number(c.least()));
                    cells.add(JsonText.number(c.most()));
                });
                r.metrics().forEach(m -> cells.add(JsonText.number(m.value())));
                cells.add(notKnown(r));
                csv.printRecord(cells);
            }
        });
    }

    private static String notKnown(PhaseRow r) {
        List<String> why = new ArrayList<>();
        r.counts().stream().filter(c -> c.why() != null).forEach(c -> why.add(c.event() + ": " + c.why()));
        r.metrics().stream().filter(m -> m.why() != null).forEach(m -> why.add(m.name() + ": " + m.why()));
        return why.stream().collect(Collectors.joining("; "));
    }
}
