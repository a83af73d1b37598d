package runbench.cluster.launch;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import runbench.cluster.run.RankRecord;

/** How ranks ended that did not end well, for a person: the first to go is the cause, the others its launcher ended. */
final class RankEnds {
    private static final int NAMED = 4;
    private static final Map<Integer, String> SIGNALS = Map.ofEntries(Map.entry(1, "HUP"), Map.entry(2, "INT"), Map.entry(3, "QUIT"), Map.entry(4, "ILL"),
            Map.entry(6, "ABRT"), Map.entry(7, "BUS"), Map.entry(8, "FPE"), Map.entry(9, "KILL"), Map.entry(11, "SEGV"), Map.entry(13, "PIPE"),
            Map.entry(15, "TERM"), Map.entry(24, "XCPU"), Map.entry(31, "SYS"));

    private RankEnds() {
    }

    /** A signal by number and name. */
    static String signal(int number) {
        return "signal " + number + (SIGNALS.containsKey(number) ? " (" + SIGNALS.get(number) + ")" : "");
    }

    /** Those that a signal ended; empty where nobody saw how they ended. */
    static List<String> killed(List<RankRecord> ranks) {
        return words(ranks.stream().filter(r -> r.signal() != null).toList());
    }

    /** Those that a signal ended, and those that reported a failure themselves. */
    static List<String> failed(List<RankRecord> ranks) {
        return words(ranks.stream().filter(r -> r.signal() != null || r.exitStatus() != null && r.exitStatus() != 0).toList());
    }

    /** One phrase for each, the first to end first. */
    private static List<String> words(List<RankRecord> bad) {
        // Stamps of two clocks tell no order.
        boolean ordered = bad.size() > 1 && bad.stream().map(RankRecord::clockId).distinct().count() == 1
                && bad.stream().allMatch(r -> r.endedMonotonicNs() != null);
        List<RankRecord> all = ordered ? bad.stream().sorted(Comparator.comparing(RankRecord::endedMonotonicNs)).toList() : bad;
        List<String> words = new ArrayList<>();
        for (RankRecord rank : all.subList(0, Math.min(NAMED, all.size()))) {
            words.add("rank " + rank.rank() + " on " + rank.host() + (rank.signal() != null ? " was killed by " + signal(rank.signal())
                    : " exited with status " + rank.exitStatus()) + (ordered && words.isEmpty() ? ", first" : ""));
        }
        if (all.size() > NAMED) {
            words.add((all.size() - NAMED) + " more ranks did not end well");
        }
        return words;
    }
}
