package runbench.pas2p.signature;

import java.util.TreeMap;

/** What the interposer is told of a signature: a line a location (native/mpitrace/signature.h). */
final class CutPlan {
    private CutPlan() {
    }

    /** @param full let the program run on behind the stop */
    static String text(Signature signature, boolean full) {
        StringBuilder text = new StringBuilder("runbench signature plan 1\nranks ").append(signature.ranks()).append('\n');
        for (int l = 0; l < signature.locations().size(); l++) {
            Signature.Location location = signature.locations().get(l);
            text.append(location.rank()).append(' ').append(location.thread());
            long stop = signature.stop()[l];
            for (var cut : cuts(signature, l).entrySet()) {
                text.append(cut.getValue() ? " +" : " ").append(cut.getKey());
                if (!full && cut.getKey() == stop) {
                    text.append('!');
                    break;
                }
            }
            text.append('\n');
        }
        return text.toString();
    }

    /** Of one location: the cuts, and whether something is measured from there on. */
    static TreeMap<Long, Boolean> cuts(Signature signature, int location) {
        TreeMap<Long, Boolean> cuts = new TreeMap<>();
        cuts.put(signature.stop()[location], false);
        for (Signature.Wanted wanted : signature.measure()) {
            long start = wanted.start()[location];
            long end = wanted.end()[location];
            cuts.putIfAbsent(end, false);
            if (start < end) {
                cuts.put(start, true);
            } else {
                cuts.putIfAbsent(start, false);
            }
        }
        return cuts;
    }
}
