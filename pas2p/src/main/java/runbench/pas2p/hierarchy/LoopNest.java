package runbench.pas2p.hierarchy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;

/**
 * The main loop of a run in the notation of its source, outermost first: "15 x (26 x (2 x P2, P3), P4)". A loop is one
 * contiguous stretch of equal passages; a single repeated phase is one, too. It is chosen by its share of the
 * occurrences as well as by its share of the time: the time of a disturbed run is no structure.
 */
public final class LoopNest {
    /** Minimum passages of a loop: fewer equal neighbours are usual without a loop. */
    private static final int MIN_PASSAGES = 3;
    private static final int MIN_PASSAGES_OF_ONE_PHASE = 4;
    /**
     * Minimum passages if more than a quarter are odd or the numbers of passages of inner loops differ: such passages
     * are alike by chance, too.
     */
    private static final int MIN_PASSAGES_OF_ANY_LENGTH = 10;
    /** Minimum share of the run, the mean of time and occurrences. */
    private static final double MIN_SHARE = 0.2;
    /** Minimum share of a loop's part for its name in the text. */
    private static final double MIN_PART_SHARE = 0.01;
    private static final int MAX_PARTS = 6;
    private static final int MAX_DEPTH = 4;

    private final Symbols symbols;
    private final Forest forest;
    private final IntToDoubleFunction shareOf;
    private final IntFunction<String> nameOf;
    private final int node;

    private LoopNest(Folding folding, IntToDoubleFunction shareOf, IntFunction<String> nameOf, int node) {
        symbols = folding.symbols;
        forest = folding.forest;
        this.shareOf = shareOf;
        this.nameOf = nameOf;
        this.node = node;
    }

    /**
     * Finds the main loop.
     *
     * @param timeShare share of the run's time of a node of the forest, 0..1
     * @param nameOf name of a leaf symbol
     */
    static Optional<LoopNest> of(Folding folding, IntToDoubleFunction timeShare, IntFunction<String> nameOf) {
        Forest forest = folding.forest;
        IntToDoubleFunction share = n -> (timeShare.applyAsDouble(n)
                + (double) (forest.end(n) - forest.start(n)) / forest.leaves()) / 2;
        int best = -1;
        for (int n = forest.leaves(); n < forest.size(); n++) {
            if (isLoop(folding, n) && share.applyAsDouble(n) >= MIN_SHARE
                    && (best < 0 || share.applyAsDouble(n) >= share.applyAsDouble(best))) {
                best = n;
            }
        }
        return best < 0 ? Optional.empty() : Optional.of(new LoopNest(folding, share, nameOf, best));
    }

    private static boolean isLoop(Folding folding, int node) {
        int symbol = folding.forest.symbol(node);
        if (!folding.symbols.isRun(symbol)) {
            return false;
        }
        int passages = folding.forest.children(node);
        return folding.symbols.isLeaf(folding.symbols.body(symbol)[0]) ? passages >= MIN_PASSAGES_OF_ONE_PHASE
                : passages >= MIN_PASSAGES_OF_ANY_LENGTH
                        || equalPassages(folding.forest, node) >= Math.max(MIN_PASSAGES, (passages * 3 + 3) / 4);
    }

    /** Returns the number of regular passages with the most frequent length. */
    private static int equalPassages(Forest forest, int node) {
        Map<Integer, Integer> ofLength = new HashMap<>();
        for (int i = 0; i < forest.children(node); i++) {
            int passage = forest.child(node, i);
            if (!forest.odd(passage)) {
                ofLength.merge(forest.end(passage) - forest.start(passage), 1, Integer::sum);
            }
        }
        return ofLength.values().stream().mapToInt(n -> n).max().orElse(0);
    }

    /** Returns the number of passages of the outermost loop. */
    public int passages() {
        return forest.children(node);
    }

    /** Returns the first occurrence of a phase in the loop. */
    public int start() {
        return forest.start(node);
    }

    /** Returns the end (exclusive) of its occurrences. */
    public int end() {
        return forest.end(node);
    }

    /** Returns the symbol of one passage. */
    int body() {
        return symbols.body(forest.symbol(node))[0];
    }

    /** Returns the loops in words. */
    public String text() {
        return loop(List.of(node), 1);
    }

    /** Describes runs of the same symbol: their numbers of passages, and one passage. */
    private String loop(List<Integer> runs, int depth) {
        List<Integer> passages = new ArrayList<>();
        int least = Integer.MAX_VALUE;
        int most = 0;
        for (int run : runs) {
            least = Math.min(least, forest.children(run));
            most = Math.max(most, forest.children(run));
            for (int i = 0; i < forest.children(run); i++) {
                passages.add(forest.child(run, i));
            }
        }
        String body = body(passages, depth);
        String count = least == most ? String.format(Locale.ROOT, "%,d", most)
                : String.format(Locale.ROOT, "%,d to %,d", least, most);
        return most == 1 ? body : count + " x " + (body.indexOf(' ') < 0 ? body : "(" + body + ")");
    }

    /** Describes passages by their parts: equal parts of all regular passages are one. */
    private String body(List<Integer> passages, int depth) {
        Map<Integer, List<List<Integer>>> bySymbol = new HashMap<>();
        List<List<Integer>> parts = new ArrayList<>();
        for (int passage : passages) {
            if (!forest.odd(passage) || passages.size() == 1) {
                Map<Integer, Integer> seen = new HashMap<>();
                for (int part : flat(passage, new ArrayList<>())) {
                    int symbol = forest.symbol(part);
                    int place = seen.merge(symbol, 1, Integer::sum) - 1;
                    List<List<Integer>> same = bySymbol.computeIfAbsent(symbol, s -> new ArrayList<>());
                    if (same.size() <= place) {
                        same.add(new ArrayList<>());
                        parts.add(same.get(place));
                    }
                    same.get(place).add(part);
                }
            }
        }
        List<String> words = new ArrayList<>();
        double whole = passages.stream().mapToDouble(shareOf::applyAsDouble).sum();
        boolean left = false;
        for (List<Integer> part : parts) {
            boolean small = part.stream().mapToDouble(shareOf::applyAsDouble).sum() < MIN_PART_SHARE * whole;
            if (small || words.size() == MAX_PARTS) {
                left = true;
            } else {
                words.add(part(part, depth));
            }
        }
        if (left) {
            words.add("...");
        }
        return String.join(", ", joined(words));
    }

    /** Returns the parts of a passage; sequences within it have no loop of their own. */
    private List<Integer> flat(int of, List<Integer> parts) {
        if (forest.children(of) == 0 || symbols.isRun(forest.symbol(of))) {
            parts.add(of);
            return parts;
        }
        for (int i = 0; i < forest.children(of); i++) {
            flat(forest.child(of, i), parts);
        }
        return parts;
    }

    private String part(List<Integer> nodes, int depth) {
        int symbol = forest.symbol(nodes.get(0));
        if (symbols.isLeaf(symbol)) {
            return nameOf.apply(symbol);
        }
        return depth == MAX_DEPTH ? "..." : loop(nodes, depth + 1);
    }

    /** Replaces equal neighbours by one with their number. */
    private static List<String> joined(List<String> words) {
        List<String> result = new ArrayList<>();
        for (int i = 0; i < words.size();) {
            int end = i;
            while (end < words.size() && words.get(end).equals(words.get(i))) {
                end++;
            }
            result.add(end - i == 1 || words.get(i).indexOf(' ') >= 0 || words.get(i).equals("...") ? words.get(i)
                    : end - i + " x " + words.get(i));
            i = end - i > 1 && words.get(i).indexOf(' ') >= 0 ? i + 1 : end;
        }
        return result;
    }
}
