package runbench.pas2p.signature;

import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** The interposer's instructions for a signature: a line per location (native/mpitrace/signature.h). */
public final class CutPlan {
    private CutPlan() {
    }

    /**
     * Returns instructions that pause all locations after a cut and measure nothing before.
     *
     * @param number number of the pause, from 1
     */
    public static String pause(Signature signature, long[] cut, int number) {
        return text(signature.part(List.of(), cut), false).replace("!", "=" + number);
    }

    /** Returns instructions that end all locations after a cut. */
    public static String stop(Signature signature, long[] cut) {
        return text(signature.part(List.of(), cut), false);
    }

    /**
     * Returns the instructions for a signature.
     *
     * @param full true: the program continues after the stop
     */
    public static String text(Signature signature, boolean full) {
        StringBuilder text = new StringBuilder("runbench signature plan 2\nranks ").append(signature.ranks())
                .append('\n');
        for (int l = 0; l < signature.locations().size(); l++) {
            Signature.Location location = signature.locations().get(l);
            text.append(location.rank()).append(' ').append(location.thread());
            long stop = signature.stop()[l];
            Map<Long, String> sought = sought(signature, l);
            for (var cut : cuts(signature, l).entrySet()) {
                String content = sought.get(cut.getKey());
                if (content != null) {
                    text.append(" ?")
                            .append(cut.getKey())
                            .append(':')
                            .append(content)
                            .append(cut.getValue() ? "+" : "");
                } else {
                    text.append(cut.getValue() ? " +" : " ").append(cut.getKey());
                }
                if (!full && cut.getKey() == stop) {
                    text.append('!');
                    break;
                }
            }
            text.append('\n');
        }
        for (int l = 0; signature.landmarks() != null && l < signature.locations().size(); l++) {
            if (!signature.landmarks().get(l).isEmpty()) {
                Signature.Location location = signature.locations().get(l);
                text.append("landmarks ")
                        .append(location.rank())
                        .append(' ')
                        .append(location.thread())
                        .append(' ')
                        .append(signature.landmarks().get(l))
                        .append('\n');
            }
        }
        return text.toString();
    }

    /** Returns contents by the number of the event at which they are expected. */
    private static Map<Long, String> sought(Signature signature, int location) {
        Map<Long, String> sought = stretches(signature, location).stream()
                .collect(Collectors.toMap(Signature.Stretch::to, Signature.Stretch::content));
        if (signature.stopContent(location) != null) {
            sought.putIfAbsent(signature.stop()[location], signature.stopContent(location));
        }
        return sought;
    }

    /** Returns the stretches of a location before its stop. */
    private static List<Signature.Stretch> stretches(Signature signature, int location) {
        return signature.repeated() == null ? List.of()
                : signature.repeated()
                        .stretches()
                        .stream()
                        .filter(s -> s.location() == location && s.to() != null && s.to() <= signature.stop()[location])
                        .toList();
    }

    /** Returns the cuts of one location; true: a measurement starts there. */
    static NavigableMap<Long, Boolean> cuts(Signature signature, int location) {
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
        for (Signature.Stretch stretch : stretches(signature, location)) {
            cuts.putIfAbsent(stretch.from(), false);
            cuts.putIfAbsent(stretch.to(), false);
        }
        return cuts;
    }

    /** The contents of all locations at the two cuts of an occurrence, as one word. */
    static final class CutContent {
        private CutContent() {
        }

        /**
         * Combines contents.
         *
         * @param contents contents of all locations at one cut, in their order
         */
        static long combined(LongStream contents) {
            return contents.reduce(0, (all, one) -> Long.rotateLeft(all, 7) * 31 + one);
        }

        static String of(long start, long end) {
            return Long.toHexString(start * 31 + end);
        }
    }
}
