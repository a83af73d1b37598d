package runbench.pas2p.hierarchy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import runbench.pas2p.hierarchy.PhaseGroup.PhasePart;
import runbench.pas2p.hierarchy.PhaseGroup.Times;
import runbench.pas2p.phase.PhaseAnalysis;
import runbench.pas2p.phase.PhaseOccurrences;

/**
 * The hierarchy of phases of a run. Level 1 is the outermost: the loops that no other loop encloses, one occurrence per
 * passage. Each further level shows one loop deeper; phases without a loop of that depth remain as they are.
 */
public final class PhaseHierarchy {
    /** Share of the time above which two nested loops count as one for display. */
    private static final double NESTED_TIME_SHARE = 0.95;

    private final PhaseAnalysis analysis;
    private final Folding folding;
    private final Groups groups;
    private final Optional<LoopNest> mainLoop;

    private PhaseHierarchy(PhaseAnalysis analysis) {
        this.analysis = analysis;
        PhaseOccurrences all = analysis.occurrences();
        PhaseKinds kinds = new PhaseKinds(analysis.phases());
        int[] string = new int[all.size()];
        for (int i = 0; i < string.length; i++) {
            string[i] = kinds.kindOf(all.phase(i));
        }
        folding = new Folding(string, kinds.count());
        groups = new Groups(folding, all, kinds);
        double run = Math.max(1, analysis.runNanos());
        mainLoop = LoopNest.of(folding,
                n -> (all.endNanos(folding.forest.end(n) - 1) - all.startNanos(folding.forest.start(n))) / run,
                leaf -> groups.all().get(groups.of(leaf)).label());
    }

    public static PhaseHierarchy of(PhaseAnalysis analysis) {
        return new PhaseHierarchy(analysis);
    }

    public PhaseAnalysis analysis() {
        return analysis;
    }

    /** Returns the phases of all levels, sequences first. */
    public List<PhaseGroup> groups() {
        return groups.all();
    }

    /** Returns the number of levels, including the outermost; 0 for a run without phases. */
    public int depth() {
        return groups.depth();
    }

    /**
     * Returns a level.
     *
     * @param level from 1, the outermost; values above {@link #depth} mean the deepest
     */
    public PhaseLevel level(int level) {
        PhaseLevel result = new PhaseLevel(analysis.occurrences(), groups.all());
        for (int root : folding.roots) {
            collect(result, root, level);
        }
        return result;
    }

    private void collect(PhaseLevel result, int node, int levels) {
        int group = groups.of(folding.forest.symbol(node));
        if (group >= 0 && (levels <= 1 || folding.forest.children(node) == 0)) {
            result.add(group, folding.forest.start(node), folding.forest.end(node));
            return;
        }
        for (int i = 0; i < folding.forest.children(node); i++) {
            collect(result, folding.forest.child(node, i), group >= 0 ? levels - 1 : levels);
        }
    }

    /**
     * Returns the default view: the iteration and the phases next to it. Loops that enclose the iteration are opened,
     * as the iteration has nearly all of their time.
     */
    public PhaseLevel top() {
        PhaseLevel result = new PhaseLevel(analysis.occurrences(), groups.all());
        PhaseGroup iteration = iteration();
        boolean[] opened = new boolean[groups.all().size()];
        if (iteration != null) {
            Boolean[] holds = new Boolean[opened.length];
            for (PhaseGroup group : groups.all()) {
                opened[group.id()] = group != iteration && contains(group, iteration, holds);
            }
        }
        for (int root : folding.roots) {
            open(result, root, opened);
        }
        return result;
    }

    private static boolean contains(PhaseGroup group, PhaseGroup inner, Boolean[] known) {
        if (known[group.id()] == null) {
            known[group.id()] = group == inner
                    || group.parts().stream().anyMatch(p -> contains(p.group(), inner, known));
        }
        return known[group.id()];
    }

    private void open(PhaseLevel result, int node, boolean[] opened) {
        int group = groups.of(folding.forest.symbol(node));
        if (group >= 0 && (!opened[group] || folding.forest.children(node) == 0)) {
            result.add(group, folding.forest.start(node), folding.forest.end(node));
            return;
        }
        for (int i = 0; i < folding.forest.children(node); i++) {
            open(result, folding.forest.child(node, i), opened);
        }
    }

    /**
     * A stretch of the string of phase occurrences.
     *
     * @param start first occurrence
     * @param end exclusive
     */
    public record Piece(PhaseGroup group, int start, int end) {}

    /**
     * Returns the parts of one occurrence of a sequence, one level down, in order; empty if no occurrence has these
     * bounds.
     */
    public List<Piece> piecesOf(int start, int end, PhaseGroup sequence) {
        List<Piece> pieces = new ArrayList<>();
        for (int node = folding.forest.leaves(); node < folding.forest.size(); node++) {
            if (folding.forest.start(node) == start && folding.forest.end(node) == end
                    && groups.of(folding.forest.symbol(node)) == sequence.id()) {
                PhaseLevel level = new PhaseLevel(analysis.occurrences(), groups.all());
                for (int i = 0; i < folding.forest.children(node); i++) {
                    collect(level, folding.forest.child(node, i), 1);
                }
                for (int i = 0; i < level.size(); i++) {
                    pieces.add(new Piece(groups.all().get(level.phase(i)), level.start(i), level.end(i)));
                }
                return pieces;
            }
        }
        return pieces;
    }

    /** Calls the visitor for each occurrence of a sequence, enclosing ones first. */
    public void forEachSequence(SequenceVisitor visitor) {
        for (int root : folding.roots) {
            visit(visitor, root, 1);
        }
    }

    private void visit(SequenceVisitor visitor, int node, int level) {
        int children = folding.forest.children(node);
        if (children == 0) {
            return;
        }
        int group = groups.of(folding.forest.symbol(node));
        if (group >= 0) {
            visitor.sequence(groups.all().get(group), level,
                    analysis.occurrences().startNanos(folding.forest.start(node)),
                    analysis.occurrences().endNanos(folding.forest.end(node) - 1), folding.forest.odd(node));
        }
        for (int i = 0; i < children; i++) {
            visit(visitor, folding.forest.child(node, i), group >= 0 ? level + 1 : level);
        }
    }

    /** Receiver of occurrences of sequences. */
    public interface SequenceVisitor {
        /**
         * Receives an occurrence.
         *
         * @param level from 1, the outermost
         * @param startNanos frontier at its start cut, reference time
         * @param endNanos frontier at its end cut, reference time
         * @param odd true: it differs from the regular occurrences
         */
        void sequence(PhaseGroup group, int level, long startNanos, long endNanos, boolean odd);
    }

    /** Returns the main loop with the loops in it; empty: nothing repeats for a large part of the run. */
    public Optional<LoopNest> mainLoop() {
        return mainLoop;
    }

    /**
     * Returns the iteration: one passage of the main loop, a sequence or a phase that repeats. Without a main loop, it
     * is the loop with the greatest time at any depth. Null: no loop was found.
     */
    public PhaseGroup iteration() {
        return mainLoop.map(l -> groups.of(l.body()))
                .filter(g -> g >= 0)
                .map(g -> groups.all().get(g))
                .orElseGet(this::longestLoop);
    }

    /** Returns the number of iterations: the passages of the main loop, or the weight of {@link #iteration}. */
    public long iterations() {
        PhaseGroup iteration = iteration();
        return iteration == null ? 0 : mainLoop.map(l -> (long) l.passages()).orElse(iteration.weight());
    }

    /** Returns the share of the run time in the main loop, 0..1. */
    public double shareOf(LoopNest loop) {
        PhaseOccurrences all = analysis.occurrences();
        return (all.endNanos(loop.end() - 1) - all.startNanos(loop.start())) / Math.max(1.0, analysis.runNanos());
    }

    /**
     * Returns the loop with the greatest time at any depth. Of several with nearly as much time, it is the longest one
     * that contains no other of them.
     */
    private PhaseGroup longestLoop() {
        List<PhaseGroup> loops = groups.all().stream().filter(PhaseGroup::isSequence).toList();
        long most = loops.stream().mapToLong(g -> g.times().nanos()).max().orElse(0);
        PhaseGroup found = longest(loops.stream().filter(g -> g.times().nanos() >= NESTED_TIME_SHARE * most));
        for (PhaseGroup inner = found; inner != null;) {
            PhaseGroup outer = inner;
            found = inner;
            Boolean[] within = new Boolean[groups.all().size()];
            mark(outer, within);
            inner = longest(loops.stream()
                    .filter(g -> g != outer && within[g.id()] != null && g.weight() > outer.weight()
                            && g.times().nanos() >= NESTED_TIME_SHARE * outer.times().nanos()));
        }
        return found;
    }

    private static PhaseGroup longest(Stream<PhaseGroup> loops) {
        return loops.max(Comparator.comparingDouble(g -> g.times().meanNanos())).orElse(null);
    }

    private static void mark(PhaseGroup group, Boolean[] within) {
        for (PhasePart part : group.parts()) {
            if (within[part.group().id()] == null) {
                within[part.group().id()] = true;
                mark(part.group(), within);
            }
        }
    }

    /** Returns the share of the run time, 0..1. */
    public double shareOf(Times times) {
        return analysis.runNanos() <= 0 ? 0 : (double) times.nanos() / analysis.runNanos();
    }

    public boolean relevant(Times times) {
        return shareOf(times) >= analysis.options().relevantShare();
    }

    /** Returns the share of the run time in the relevant ones of these phases, 0..1. */
    public double coverage(List<PhasePart> phases) {
        return phases.stream().filter(p -> relevant(p.times())).mapToDouble(p -> shareOf(p.times())).sum();
    }
}
