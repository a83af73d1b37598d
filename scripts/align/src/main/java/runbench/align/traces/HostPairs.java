package runbench.align.traces;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import runbench.align.traces.Alignment.RankClock;

/** Determines the time resolution between each two hosts of a run. */
final class HostPairs {
    private static final int MOMENTS = 65;

    private HostPairs() {
    }

    /** Returns the pairs; null for too many hosts to list, or without any stamp. */
    static List<AlignedIndex.HostPair> of(Alignment alignment, StampExtent run) {
        Map<String, Integer> rankOf = new LinkedHashMap<>();
        for (RankClock clock : alignment.clocks()) {
            if (clock.rank().host() != null && !clock.rank().host().isEmpty()) {
                rankOf.putIfAbsent(clock.rank().host(), clock.rank().rank());
            }
        }
        if (rankOf.size() > AlignedIndex.MOST_PAIRED_HOSTS || run.empty()) {
            return null;
        }
        List<String> hosts = List.copyOf(rankOf.keySet());
        Comparability comparability = alignment.comparability();
        List<AlignedIndex.HostPair> pairs = new ArrayList<>();
        for (int i = 0; i < hosts.size(); i++) {
            for (int k = i + 1; k < hosts.size(); k++) {
                pairs.add(pair(comparability, hosts.get(i), rankOf.get(hosts.get(i)), hosts.get(k),
                        rankOf.get(hosts.get(k)), run));
            }
        }
        return pairs;
    }

    private static AlignedIndex.HostPair pair(Comparability comparability, String a, int rankA, String b, int rankB,
            StampExtent run) {
        double best = Double.POSITIVE_INFINITY;
        double worst = 0;
        for (int m = 0; m < MOMENTS; m++) {
            double finest = comparability.finestNanos(rankA, rankB,
                    run.first() + (run.last() - run.first()) / (MOMENTS - 1) * m);
            best = Math.min(best, finest);
            worst = Math.max(worst, finest);
        }
        return new AlignedIndex.HostPair(a, b, finite(best), finite(worst));
    }

    /** Returns a value or null if it is infinite or NaN, because JSON has neither. */
    static Double finite(double value) {
        return Double.isFinite(value) ? value : null;
    }
}
