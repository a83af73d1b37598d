package runbench.cli.cluster;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import runbench.align.run.ClusterRecord;
import runbench.align.run.ClusterRun;
import runbench.align.run.ClusterState;
import runbench.align.run.RankRecord;
import runbench.align.run.RankState;
import runbench.align.view.ClusterView;
import runbench.align.view.PhaseRow;
import runbench.base.quantity.Durations;
import runbench.base.quantity.Numbers;
import runbench.base.quantity.Units;
import runbench.pas2p.phase.CpuShortage;
import runbench.pas2p.phase.RankBalance;
import runbench.report.text.ClusterPhasesText;
import runbench.report.text.ProgramsText;

/** The text of a run on many nodes. */
final class ClusterText {
    private static final int NAMED = 8;

    private ClusterText() {
    }

    static void print(ClusterRun run, PrintWriter out) {
        ClusterRecord r = run.record();
        long hosts = r.ranks().stream().map(RankRecord::host).filter(h -> !h.isEmpty()).distinct().count();
        out.printf("%s: %s, %d of %s recorded on %s%n", r.program(), r.state().word(),
                r.ranks().stream().filter(k -> k.recording() != null).count(), Units.counted(r.size(), r.member()),
                Units.counted(hosts, "host"));
        if (r.reason() != null) {
            out.println("  " + r.reason());
        }
        rankDetails(r).stream().limit(NAMED).forEach(line -> out.println("  " + line));
        r.problems()
                .stream()
                .limit(NAMED)
                .forEach(p -> out.println("  " + r.words(p)
                        + (p.remedy() == null ? "" : System.lineSeparator() + "    -> " + p.remedy())));
        if (!r.windows().isEmpty()) {
            out.println("  clocks measured against " + r.reference().host() + ": "
                    + r.windows()
                            .stream()
                            .map(w -> w.when().word() + " (" + String.join(", ", w.measured()) + ")")
                            .collect(Collectors.joining("; ")));
        }
        if (r.startAt() != null) {
            out.println("  " + startWords(r));
        }
        if (r.trace() != null) {
            out.println("  messages: " + run.folder().trace() + " (runbench pas2p analyze)");
        }
        out.println("  files: " + run.folder().path());
    }

    /**
     * Returns one line per cause of missing data. The reason of a run that is incomplete or failed already names the
     * state of each rank. A problem that a rank reported itself has more details and is printed below.
     */
    static List<String> rankDetails(ClusterRecord r) {
        boolean reasonNamesStates = r.state() == ClusterState.INCOMPLETE || r.state() == ClusterState.FAILED;
        Map<String, List<String>> ranksByCause = new LinkedHashMap<>();
        r.ranks()
                .stream()
                .filter(k -> k.state() != RankState.COMPLETE && k.why() != null)
                .filter(k -> r.problems().stream().noneMatch(p -> p.rank() == k.rank()))
                .filter(k -> r.plan() == null || !reasonNamesStates)
                .forEach(k -> ranksByCause
                        .computeIfAbsent((reasonNamesStates ? ": " : " " + k.state().word() + ": ") + k.why(),
                                cause -> new ArrayList<>())
                        .add(r.plan() == null ? Integer.toString(k.rank()) : k.title()));
        return ranksByCause.entrySet()
                .stream()
                .map(e -> (r.plan() != null ? "" : e.getValue().size() == 1 ? "rank " : "ranks ")
                        + String.join(", ", e.getValue()) + e.getKey())
                .toList();
    }

    /** Returns the accuracy of the common start, if it is known. */
    private static String startWords(ClusterRecord r) {
        long asked = r.startAt().askedRefNs();
        String late = r.ranks()
                .stream()
                .filter(k -> k.releasedMonotonicNs() != null && k.clockId().equals(r.reference().clockId()))
                .mapToLong(k -> k.releasedMonotonicNs() - asked)
                .max()
                .stream()
                .mapToObj(ns -> "; by the reference clock the last rank started " + Durations.fourDigits(ns) + " later")
                .findFirst()
                .orElse("");
        String unknown = r.windows()
                .stream()
                .filter(w -> w.when() == ClusterRecord.When.BEFORE)
                .flatMap(w -> w.failed().stream())
                .map(ClusterRecord.Failed::host)
                .distinct()
                .collect(Collectors.joining(", "));
        return "common start: the error of the instant on the hosts is at most "
                + Durations.fourDigits(r.startAt().statedErrorNs()) + late + (unknown.isEmpty() ? ""
                        : "; started immediately, because their clocks were not measured: " + unknown);
    }

    /** Returns how the ranks share the time of a phase, in words. */
    static String balance(PhaseRow r) {
        if (Double.isNaN(r.imbalance())) {
            return "no time outside MPI";
        }
        String imbalance = "imbalance " + ClusterPhasesText.percent(r.imbalance());
        return (r.criticalRank() >= 0 ? imbalance + " (critical rank " + r.criticalRank() + ")"
                : r.imbalance() < RankBalance.MIN_IMBALANCE ? "ranks balanced"
                        : imbalance + " (no critical rank: little time, or not more than occurrences vary)")
                + ", " + Numbers.percent(r.mpiShare()) + " in MPI";
    }

    /** Prints the table and the chart of a run. */
    static void print(ClusterView view, ClusterRun run, PrintWriter out) {
        out.println("  " + view.alignment().words());
        if (view.isOfPrograms()) {
            ProgramsText.print(view, out);
            out.println("  tables: " + run.folder().programsCsv() + ", " + run.folder().programsJson().getFileName());
        } else if (view.phases() == null) {
            out.println("  no phases: " + view.phasesAbsent());
        } else {
            CpuShortage.text(view.phases().starved()).ifPresent(s -> out.println("  " + s));
            view.phases()
                    .rows()
                    .stream()
                    .filter(r -> r.occurrences() > 0)
                    .limit(NAMED)
                    .forEach(r -> out.printf("  %-7s %6s of the run, %s, %s%n", r.label(), Numbers.percent(r.share()),
                            Units.times(r.occurrences()), balance(r)));
            ClusterPhasesText.predicted(view.phases()).forEach(line -> out.println("  " + line));
            out.println("  phases: " + run.folder().phasesCsv() + ", " + run.folder().phases().getFileName());
        }
        out.println("  chart: " + run.folder().chart());
    }
}
