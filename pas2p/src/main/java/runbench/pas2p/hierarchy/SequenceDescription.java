package runbench.pas2p.hierarchy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import runbench.base.quantity.Units;
import runbench.pas2p.hierarchy.PhaseGroup.PhasePart;
import runbench.pas2p.phase.Phase;

/**
 * Descriptions of sequences: "14 x pairwise exchange, 96 B to 68.6 kB in 9 sizes, then 2 x Allreduce on world, 8 B".
 * Those with V-cycles begin with a summary: "V-cycle over 6 levels: halo exchange with 4 neighbours, 68.6 kB to 96 B;
 * 40 x ...". Each sequence is expanded once.
 */
final class SequenceDescription {
    private static final int SHOWN = 3;

    /** Phases of one occurrence that differ only in volumes. */
    private static final class Alike {
        private double count;
        private double nanos;
        private long least = Long.MAX_VALUE;
        private long most;
        private int sizes;

        void add(Alike other, double times) {
            count += times * other.count;
            nanos += times * other.nanos;
            least = Math.min(least, other.least);
            most = Math.max(most, other.most);
            // Several sequences with the same sizes: the one with the most sizes determines their number.
            sizes = Math.max(sizes, other.sizes);
        }
    }

    /**
     * V-cycles in each occurrence of a sequence.
     *
     * @param text the levels in words
     */
    private record Cycles(double count, String text) {
        @Override
        public String toString() {
            return (Math.abs(count - 1) < 0.05 ? "" : number(count) + " x ") + text;
        }
    }

    private final Map<Integer, Map<String, Alike>> contents = new HashMap<>();
    private final Map<Integer, Cycles> cycles = new HashMap<>();

    /**
     * Describes a sequence.
     *
     * @param weight number of regular occurrences of the sequence
     * @param cycle its levels if it is a V-cycle
     */
    String of(int id, List<PhasePart> parts, long weight, Optional<LevelCycle> cycle) {
        List<PhasePart> inner = parts.stream().filter(p -> cycles.containsKey(p.group().id())).toList();
        if (inner.size() == 1) {
            Cycles one = cycles.get(inner.get(0).group().id());
            cycles.put(id, new Cycles(one.count * inner.get(0).count() / weight, one.text));
        } else if (inner.isEmpty()) {
            cycle.ifPresent(c -> cycles.put(id, new Cycles(1, c.text())));
        }
        String words = words(id, parts, weight);
        return cycles.containsKey(id) ? cycles.get(id) + "; " + words : words;
    }

    private String words(int id, List<PhasePart> parts, long weight) {
        Map<String, Alike> kinds = contents.computeIfAbsent(id, i -> new LinkedHashMap<>());
        for (PhasePart part : parts) {
            Map<String, Alike> inner = part.group().isSequence() ? contents.get(part.group().id())
                    : phase(part.group());
            inner.forEach((pattern, alike) -> {
                Alike here = kinds.computeIfAbsent(pattern, p -> new Alike());
                int sizes = here.sizes;
                here.add(alike, (double) part.count() / weight);
                here.sizes = part.group().isSequence() ? here.sizes : sizes + 1;
            });
        }
        return words(kinds);
    }

    private Map<String, Alike> phase(PhaseGroup group) {
        Map<String, Alike> known = contents.get(group.id());
        if (known != null) {
            return known;
        }
        Alike alike = new Alike();
        alike.count = 1;
        alike.nanos = group.times().meanNanos();
        alike.sizes = 1;
        for (Phase p : group.phases()) {
            alike.least = Math.min(alike.least, p.minBytes());
            alike.most = Math.max(alike.most, p.maxBytes());
        }
        Map<String, Alike> made = Map.of(Groups.largest(group.phases()).pattern(), alike);
        contents.put(group.id(), made);
        return made;
    }

    private static String words(Map<String, Alike> kinds) {
        double all = kinds.values().stream().mapToDouble(a -> a.nanos).sum();
        List<Map.Entry<String, Alike>> largest = kinds.entrySet()
                .stream()
                .sorted((a, b) -> Double.compare(b.getValue().nanos, a.getValue().nanos))
                .limit(SHOWN)
                .toList();
        List<String> words = new ArrayList<>();
        // Program order, not time order.
        kinds.entrySet().stream().filter(largest::contains).forEach(e -> words.add(words(e.getKey(), e.getValue())));
        double shown = largest.stream().mapToDouble(e -> e.getValue().nanos).sum();
        int more = kinds.size() - largest.size();
        return String.join(", then ", words) + (more == 0 ? ""
                : String.format(Locale.ROOT, ", and %s (%.1f %% of its time)", Units.counted(more, "other kind"),
                        all <= 0 ? 0 : 100 * (all - shown) / all));
    }

    private static String words(String pattern, Alike alike) {
        String count = number(alike.count);
        String size = alike.most == 0 ? ""
                : alike.least == alike.most ? ", " + Phase.size(alike.most)
                        : ", " + Phase.size(alike.least) + " to " + Phase.size(alike.most);
        return (count.equals("1") ? "" : count + " x ") + pattern + size
                + (alike.sizes > 1 ? " in " + alike.sizes + " sizes" : "");
    }

    private static String number(double mean) {
        return String.format(Locale.ROOT, Math.abs(mean - Math.rint(mean)) < 0.05 ? "%,.0f" : "%,.1f", mean);
    }
}
