package runbench.cli.cluster;

import java.io.PrintWriter;
import java.util.stream.Collectors;
import runbench.cluster.run.ClusterRecord;
import runbench.cluster.run.ClusterRun;
import runbench.cluster.run.RankRecord;
import runbench.cluster.run.RankState;

/** What a person reads when a run on many nodes has ended. */
final class ClusterText {
    private static final int NAMED = 8;

    private ClusterText() {
    }

    static void print(ClusterRun run, PrintWriter out) {
        ClusterRecord r = run.record();
        long hosts = r.ranks().stream().map(RankRecord::host).filter(h -> !h.isEmpty()).distinct().count();
        out.printf("%s: %s, %d of %d ranks recorded on %d host%s%n", r.program(), r.state().word(),
                r.ranks().stream().filter(k -> k.recording() != null).count(), r.size(), hosts, hosts == 1 ? "" : "s");
        if (r.reason() != null) {
            out.println("  " + r.reason());
        }
        // What a rank reported itself says more, and comes below.
        r.ranks().stream().filter(k -> k.state() != RankState.COMPLETE && k.why() != null)
                .filter(k -> r.problems().stream().noneMatch(p -> p.rank() == k.rank())).limit(NAMED)
                .forEach(k -> out.println("  rank " + k.rank() + " " + k.state().word() + ": " + k.why()));
        r.problems().stream().limit(NAMED).forEach(p -> out.println("  rank " + p.rank() + " on " + p.host() + ": " + p.what() + ": " + p.why()
                + (p.remedy() == null ? "" : System.lineSeparator() + "    -> " + p.remedy())));
        if (!r.windows().isEmpty()) {
            out.println("  clocks measured against " + r.reference().host() + ": " + r.windows().stream()
                    .map(w -> w.when().word() + " (" + String.join(", ", w.measured()) + ")").collect(Collectors.joining("; ")));
        }
        if (r.trace() != null) {
            out.println("  messages: " + run.folder().trace() + " (runbench pas2p analyze)");
        }
        out.println("  files: " + run.folder().path());
    }
}
