package runbench.pas2p.hierarchy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import runbench.pas2p.hierarchy.Folding.Folded;

/**
 * Folding of consecutive equal sequences, the shortest first: inner loops before outer ones. Single occurrences of such
 * a sequence are folded as well. A candidate period is the distance to the previous occurrence of the same symbol; rare
 * symbols yield long periods.
 */
final class TandemRepeats {
    private static final int MAX_CANDIDATE_PERIODS = 16;
    private static final long FACTOR = 0x9E3779B97F4A7C15L;

    /** A loop with {@code count} passages. */
    private record Fold(int start, int period, int count, int symbol) {}

    private final Folded string;
    private final Symbols symbols;
    private final int n;
    private final long[] hash;
    private final long[] power;
    private final int[] period;

    private TandemRepeats(Folded string, Symbols symbols) {
        this.string = string;
        this.symbols = symbols;
        n = string.size;
        hash = new long[n + 1];
        power = new long[n + 1];
        period = new int[n];
        power[0] = 1;
        for (int i = 0; i < n; i++) {
            power[i + 1] = power[i] * FACTOR;
            hash[i + 1] = hash[i] * FACTOR + mixed(string.symbol[i]);
        }
    }

    /**
     * Folds a string.
     *
     * @return true if the string changed
     */
    static boolean fold(Folded string, Symbols symbols) {
        TandemRepeats repeats = new TandemRepeats(string, symbols);
        int shortest = repeats.guess();
        if (shortest == Integer.MAX_VALUE) {
            return false;
        }
        return repeats.rewrite(repeats.folds(Integer.highestOneBit(shortest) * 2 - 1));
    }

    private static long mixed(int symbol) {
        long h = (symbol + 1) * 0xC2B2AE3D27D4EB4FL;
        return h ^ h >>> 29;
    }

    private long hash(int from, int to) {
        return hash[to] - hash[from] * power[to - from];
    }

    /**
     * Finds, for each place, the shortest sequence that ends there and equals the sequence before it. Returns the
     * shortest of all.
     */
    private int guess() {
        int shortest = Integer.MAX_VALUE;
        int[] same = new int[n];
        int[] last = new int[symbols.size()];
        Arrays.fill(last, -1);
        for (int i = 0; i < n; i++) {
            same[i] = last[string.symbol[i]];
            last[string.symbol[i]] = i;
            int j = same[i];
            for (int g = 0; g < MAX_CANDIDATE_PERIODS && j >= 0; g++, j = same[j]) {
                int p = i - j;
                if (i + 1 < 2 * p) {
                    break;
                }
                if (hash(i + 1 - p, i + 1) == hash(i + 1 - 2 * p, i + 1 - p)) {
                    period[i] = p;
                    shortest = Math.min(shortest, p);
                    break;
                }
            }
        }
        return shortest;
    }

    private List<Fold> folds(int longest) {
        List<Fold> folds = new ArrayList<>();
        int free = 0;
        for (int i = 0; i < n; i++) {
            int p = period[i];
            int begin = i + 1 - 2 * p;
            if (p == 0 || p > longest || begin < free
                    || !Arrays.equals(string.symbol, begin, begin + p, string.symbol, begin + p, i + 1)) {
                continue;
            }
            int end = i + 1;
            while (end < n && string.symbol[end] == string.symbol[end - p]) {
                end++;
            }
            int symbol = symbols.loop(Arrays.copyOfRange(string.symbol, begin, begin + p));
            int[] body = symbols.body(symbol);
            while (!Arrays.equals(string.symbol, begin, begin + p, body, 0, p)) {
                begin++;
            }
            folds.add(new Fold(begin, p, (end - begin) / p, symbol));
            free = begin + (end - begin) / p * p;
        }
        return folds;
    }

    private boolean rewrite(List<Fold> folds) {
        Map<Integer, List<Integer>> byFirst = new HashMap<>();
        folds.stream()
                .map(Fold::symbol)
                .distinct()
                .forEach(s -> byFirst.computeIfAbsent(symbols.body(s)[0], f -> new ArrayList<>()).add(s));
        string.rewrite();
        int next = 0;
        for (int i = 0; i < n;) {
            int limit = next < folds.size() ? folds.get(next).start : n;
            if (i == limit) {
                Fold fold = folds.get(next++);
                for (int k = 0; k < fold.count; k++, i += fold.period) {
                    string.put(fold.symbol, i, i + fold.period, false);
                }
                continue;
            }
            int alone = singleFold(byFirst.getOrDefault(string.symbol[i], List.of()), i, limit);
            if (alone < 0) {
                string.keep(i++);
            } else {
                int length = symbols.body(alone).length;
                string.put(alone, i, i + length, false);
                i += length;
            }
        }
        return string.rewritten();
    }

    private int singleFold(List<Integer> candidates, int at, int limit) {
        for (int symbol : candidates) {
            int[] body = symbols.body(symbol);
            if (at + body.length <= limit && Arrays.equals(string.symbol, at, at + body.length, body, 0, body.length)) {
                return symbol;
            }
        }
        return -1;
    }
}
