package runbench.pas2p.hierarchy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import runbench.pas2p.phase.Phase;
import runbench.pas2p.phase.PhaseOccurrences;

/** The grammar's symbols as phases: counts, times and parts. */
final class Groups {
    private static final int RUN_ITSELF = -1;
    /** Marker of odd occurrences: their parts do not contribute to the parts of the phase. */
    private static final int ODD_ONE = -2;

    private static final class Part {
        private final Times times = new Times();
        private int first = Integer.MAX_VALUE;
    }

    private final Symbols symbols;
    private final Forest forest;
    private final PhaseOccurrences occurrences;
    private final PhaseKinds kinds;
    /** Symbols that are no phases of their own: runs, and sequences that are part of only one other sequence. */
    private final boolean[] transparent;
    private final Times[] times;
    private final long[] odd;
    private final Map<Integer, Map<Integer, Part>> parts = new HashMap<>();
    private Part latest;
    private int latestOwner;
    private int latestSymbol;
    private final SequenceDescription descriptions = new SequenceDescription();
    private final int[] groupOf;
    private final List<PhaseGroup> all = new ArrayList<>();
    private int depth;

    Groups(Folding folding, PhaseOccurrences occurrences, PhaseKinds kinds) {
        symbols = folding.symbols;
        forest = folding.forest;
        this.occurrences = occurrences;
        this.kinds = kinds;
        transparent = new Nesting(symbols, forest, folding.roots).transparent();
        times = new Times[symbols.size()];
        odd = new long[symbols.size()];
        groupOf = new int[symbols.size()];
        Arrays.fill(groupOf, -1);
        walk();
        Integer[] order = IntStream.range(0, symbols.size())
                .filter(s -> times[s] != null)
                .boxed()
                .toArray(Integer[]::new);
        Arrays.sort(order,
                Comparator.comparing(symbols::isLeaf).thenComparing(s -> symbols.isLeaf(s) ? s : -times[s].nanos()));
        for (int i = 0; i < order.length; i++) {
            groupOf[order[i]] = i;
            all.add(null);
        }
        SequenceNames names = new SequenceNames(symbols, kinds);
        for (int symbol : order) {
            make(symbol, names);
        }
    }

    /** Visits the nodes from the outermost inwards; an enclosing node has a higher number. */
    private void walk() {
        int[] owner = new int[forest.size()];
        short[] level = new short[forest.size()];
        Arrays.fill(owner, RUN_ITSELF);
        for (int node = forest.size() - 1; node >= 0; node--) {
            int symbol = forest.symbol(node);
            boolean seenThrough = transparent[symbol];
            if (!seenThrough) {
                count(node, symbol, owner[node]);
                depth = Math.max(depth, level[node] + 1);
            }
            for (int i = 0; i < forest.children(node); i++) {
                int child = forest.child(node, i);
                owner[child] = forest.odd(node) ? ODD_ONE : seenThrough ? owner[node] : symbol;
                level[child] = (short) (seenThrough ? level[node] : level[node] + 1);
            }
        }
    }

    private void count(int node, int symbol, int owner) {
        long nanos = occurrences.endNanos(forest.end(node) - 1) - occurrences.startNanos(forest.start(node));
        if (times[symbol] == null) {
            times[symbol] = new Times();
        }
        times[symbol].add(nanos);
        odd[symbol] += forest.odd(node) ? 1 : 0;
        if (owner == ODD_ONE) {
            return;
        }
        Part part = part(owner, symbol);
        part.times.add(nanos);
        part.first = Math.min(part.first, forest.start(node));
    }

    /** Returns the sums of a part; a symbol's neighbour usually has the same one. */
    private Part part(int owner, int symbol) {
        if (latest == null || latestOwner != owner || latestSymbol != symbol) {
            latest = parts.computeIfAbsent(owner, o -> new HashMap<>()).computeIfAbsent(symbol, s -> new Part());
            latestOwner = owner;
            latestSymbol = symbol;
        }
        return latest;
    }

    /** Creates the phase of a symbol, after those of its parts. */
    private PhaseGroup make(int symbol, SequenceNames names) {
        int id = groupOf[symbol];
        if (all.get(id) != null) {
            return all.get(id);
        }
        List<PhasePart> made = partsOf(symbol, names);
        String shape = names.shape(symbol);
        List<Phase> phases = symbols.isLeaf(symbol) ? kinds.members(symbol) : List.of();
        String description = phases.isEmpty() ? descriptions.of(id, made, times[symbol].count() - odd[symbol])
                : largest(phases).description();
        PhaseGroup group = new PhaseGroup(id, label(id, phases),
                phases.isEmpty() ? names.name(symbol) : largest(phases).name(), shape, description, times[symbol],
                odd[symbol], phases, made);
        all.set(id, group);
        return group;
    }

    private static String label(int id, List<Phase> phases) {
        return phases.isEmpty() ? "H" + (id + 1)
                : largest(phases).label() + (phases.size() == 1 ? "" : "+" + (phases.size() - 1));
    }

    static Phase largest(List<Phase> phases) {
        return phases.stream().max(Comparator.comparingLong(Phase::frontierNanos)).orElseThrow();
    }

    private List<PhasePart> partsOf(int owner, SequenceNames names) {
        return parts.getOrDefault(owner, Map.of())
                .entrySet()
                .stream()
                .sorted(Comparator.comparingInt(e -> e.getValue().first))
                .map(e -> new PhasePart(make(e.getKey(), names), e.getValue().times, e.getValue().first))
                .toList();
    }

    List<PhaseGroup> all() {
        return all;
    }

    /** Returns the parts of the run itself. */
    List<PhasePart> top() {
        return parts.getOrDefault(RUN_ITSELF, Map.of())
                .entrySet()
                .stream()
                .sorted(Comparator.comparingInt(e -> e.getValue().first))
                .map(e -> new PhasePart(all.get(groupOf[e.getKey()]), e.getValue().times, e.getValue().first))
                .toList();
    }

    /** Returns the phase of a symbol; -1: it is no phase of its own. */
    int of(int symbol) {
        return transparent[symbol] ? -1 : groupOf[symbol];
    }

    int depth() {
        return depth;
    }
}
