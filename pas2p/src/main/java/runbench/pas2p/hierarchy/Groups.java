package runbench.pas2p.hierarchy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import runbench.pas2p.hierarchy.PhaseGroup.PhasePart;
import runbench.pas2p.hierarchy.PhaseGroup.Times;
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
        String description = phases.isEmpty()
                ? descriptions.of(id, made, times[symbol].count() - odd[symbol],
                        LevelCycle.of(passage(symbol, new ArrayList<>())))
                : largest(phases).description();
        PhaseGroup group = new PhaseGroup(id, label(id, phases),
                phases.isEmpty() ? names.name(symbol) : largest(phases).name(), shape, description, times[symbol],
                odd[symbol], phases, made);
        all.set(id, group);
        return group;
    }

    /**
     * Adds the phases of one occurrence of a symbol in order. Runs of a phase are one, runs of a sequence two: the
     * second one shows what its end is followed by.
     */
    private List<Phase> passage(int symbol, List<Phase> phases) {
        if (symbols.isLeaf(symbol)) {
            phases.add(largest(kinds.members(symbol)));
            return phases;
        }
        boolean twice = symbols.isRun(symbol) && !symbols.isLeaf(symbols.body(symbol)[0]);
        for (int i = twice ? 2 : 1; i > 0; i--) {
            for (int part : symbols.body(symbol)) {
                if (phases.size() < Symbols.MAX_FLAT_LENGTH) {
                    passage(part, phases);
                }
            }
        }
        return phases;
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

    /**
     * Detection of symbols with a single parent: a sequence that occurs exactly once in each occurrence of one other
     * sequence, and nowhere else, needs no name.
     */
    private static final class Nesting {
        private static final int NONE = -1;
        private static final int SEVERAL = -2;

        private final Symbols symbols;
        private final int[] parent;
        private final int[] count;

        Nesting(Symbols symbols, Forest forest, int[] roots) {
            this.symbols = symbols;
            parent = new int[symbols.size()];
            count = new int[symbols.size()];
            Arrays.fill(parent, NONE);
            for (int node = forest.leaves(); node < forest.size(); node++) {
                int symbol = forest.symbol(node);
                count[symbol]++;
                for (int i = 0; i < forest.children(node); i++) {
                    addParent(forest.symbol(forest.child(node, i)),
                            symbols.isSequence(symbol) && !forest.odd(node) ? symbol : SEVERAL);
                }
            }
            for (int root : roots) {
                addParent(forest.symbol(root), SEVERAL);
            }
        }

        private void addParent(int symbol, int of) {
            parent[symbol] = parent[symbol] == NONE || parent[symbol] == of ? of : SEVERAL;
        }

        boolean[] transparent() {
            boolean[] transparent = new boolean[symbols.size()];
            for (int s = 0; s < transparent.length; s++) {
                transparent[s] = symbols.isRun(s)
                        || symbols.isSequence(s) && parent[s] >= 0 && count[s] == count[parent[s]];
            }
            return transparent;
        }
    }

    /**
     * Names of sequences, derived from their parts so that they are equal in another run; like a phase's name, they
     * consist of shape and volumes.
     */
    private static final class SequenceNames {
        private final Symbols symbols;
        private final PhaseKinds kinds;
        private final long[] shapes;
        private final long[] whole;

        SequenceNames(Symbols symbols, PhaseKinds kinds) {
            this.symbols = symbols;
            this.kinds = kinds;
            shapes = new long[symbols.size()];
            whole = new long[symbols.size()];
        }

        String shape(int symbol) {
            return symbols.isLeaf(symbol) ? kinds.members(symbol).get(0).shape()
                    : String.format("%08x", (int) (hash(symbol, shapes, true) >>> 16));
        }

        String name(int symbol) {
            return shape(symbol) + "-" + String.format("%04x", hash(symbol, whole, false) >>> 24 & 0xffff);
        }

        private long hash(int symbol, long[] known, boolean shapeOnly) {
            if (known[symbol] == 0) {
                long h = 1;
                if (symbols.isLeaf(symbol)) {
                    h = (shapeOnly ? kinds.members(symbol).get(0).shape() : kinds.members(symbol).get(0).name())
                            .hashCode();
                }
                for (int part : symbols.body(symbol)) {
                    h = (h ^ hash(part, known, shapeOnly)) * 0x9E3779B97F4A7C15L;
                    h ^= h >>> 32;
                }
                known[symbol] = h == 0 ? 1 : h;
            }
            return known[symbol];
        }
    }
}
