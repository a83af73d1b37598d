package runbench.report.cluster;

import java.util.List;
import java.util.stream.Collectors;
import runbench.align.view.ClusterView;
import runbench.align.view.ClusterView.Heading;
import runbench.align.view.ClusterView.RankView;
import runbench.base.quantity.Units;

/** The facts about ranks, hosts, launch and samples that the chart and the page of a run on many nodes share. */
public final class ClusterFacts {
    private static final int MAX_HOSTS = 8;

    private ClusterFacts() {
    }

    /** Returns the number of ranks or programs in words, for example "4 ranks". */
    public static String ranks(ClusterView view) {
        return Units.counted(view.ranks().size(), view.member());
    }

    /** Returns the name of a rank in a list of names: its number, or the name of the program. */
    public static String name(ClusterView view, int rank) {
        return view.isOfPrograms() ? view.ranks().get(rank).title() : Integer.toString(rank);
    }

    /** Returns ranks or programs in words: "rank 1, 2" or "db, web". */
    public static String names(ClusterView view, List<Integer> ranks) {
        return (view.isOfPrograms() ? "" : "rank ")
                + ranks.stream().map(r -> name(view, r)).collect(Collectors.joining(", "));
    }

    /** Returns the number of hosts in words, for example "2 hosts". */
    public static String hosts(ClusterView view) {
        return Units.counted(view.heading().hosts().size(), "host");
    }

    /** Returns the names of the hosts, truncated after {@value #MAX_HOSTS}. */
    public static String hostNames(ClusterView view) {
        List<String> hosts = view.heading().hosts();
        return hosts.size() <= MAX_HOSTS ? String.join(", ", hosts)
                : String.join(", ", hosts.subList(0, MAX_HOSTS - 1)) + " and " + (hosts.size() - MAX_HOSTS + 1)
                        + " more";
    }

    /** Returns the launcher, with the MPI library if messages were traced. */
    public static String launch(ClusterView view) {
        Heading h = view.heading();
        return h.launcher() == null || view.isOfPrograms() ? ""
                : h.launcher() + (h.mpi() == null ? "" : " (" + h.mpi() + ")");
    }

    /** Returns the number of samples of all ranks. */
    public static long samples(ClusterView view) {
        return view.ranks().stream().mapToLong(RankView::samples).sum();
    }

    /** Returns the number of samples that ranks lost, as far as known. */
    public static long lost(ClusterView view) {
        return view.ranks().stream().mapToLong(r -> Math.max(0, r.lost())).sum();
    }

    /** Returns whether every rank with samples states its losses. */
    public static boolean lossesKnown(ClusterView view) {
        return view.ranks().stream().filter(r -> r.samples() > 0).allMatch(r -> r.lost() >= 0);
    }
}
