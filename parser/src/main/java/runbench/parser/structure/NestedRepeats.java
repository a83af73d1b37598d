package runbench.parser.structure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Repetitions in the order of phases. Tandem repeats of the sequence of stays are found and folded into one symbol
 * each; the folded sequence is searched again. So nested repetitions are found on every level.
 */
final class NestedRepeats {
    /** Minimum number of cycles of the longest run of a repetition. */
    static final int MIN_CYCLES = 4;
    /** Maximum standard deviation of the lengths of cycles, as a share of their mean. */
    private static final double MAX_VARIATION = 0.25;
    /** The same for few cycles, which are similar by chance more easily. */
    private static final double MAX_VARIATION_OF_FEW = 0.1;
    private static final int FEW_CYCLES = 8;
    /** Maximum displacement of a cycle that is added to a run, as a share of the period. */
    private static final double MAX_DISPLACEMENT = 0.15;
    /** Minimum part of the last cycle, as a share of the period, if the run ends in it. */
    private static final double MIN_PART = 0.5;
    /** Maximum width of the interval of the period, as a share of the period. */
    static final double MAX_WIDTH = 0.2;
    /** Minimum part of the run that a repetition covers. */
    private static final double MIN_SHARE = 0.1;
    /** Minimum share of a repetition that a phase fills to be a part of its cycle. */
    private static final double MIN_PHASE = 0.05;
    private static final int MIN_FOLDED = 3;
    private static final int MAX_UNIT = 64;
    private static final int MAX_LEVELS = 4;
    /** Maximum factor between consecutive lengths of one class of stays of a phase. */
    private static final double MAX_LENGTH_RATIO = 1.6;
    /** Part of the largest covered length with which a shorter unit is preferred. */
    private static final double NEARLY_ALL = 0.75;

    private final List<Structure.Stay> stays;
    private final double length;
    private final double grain;

    private NestedRepeats(List<Structure.Stay> stays, double length, double grain) {
        this.stays = stays;
        this.length = length;
        this.grain = grain;
    }

    /**
     * A stay, or folded cycles.
     *
     * @param symbol equal for stays of the same phase with similar lengths
     * @param phase name of the first phase
     */
    private record Token(int symbol, String phase, double from, double to) {}

    /** Consecutive cycles: {@code cycles * unit} tokens from {@code first}. */
    private record Run(int first, int unit, int cycles) {
        int end() {
            return first + unit * cycles;
        }
    }

    /**
     * Returns the repetitions, outer ones first.
     *
     * @param stays all stays, in order
     * @param length length of the run
     * @param grain resolution of the stays' borders, in the same unit
     */
    static List<Structure.Repetition> of(List<Structure.Stay> stays, double length, double grain) {
        NestedRepeats search = new NestedRepeats(stays, length, grain);
        List<Structure.Repetition> found = new ArrayList<>();
        List<Token> tokens = tokens(stays);
        for (int level = 0; level < MAX_LEVELS; level++) {
            List<Run> runs = runs(tokens);
            if (runs.isEmpty()) {
                break;
            }
            search.repetition(tokens, runs).ifPresent(r -> found.add(0, r));
            tokens = folded(tokens, runs);
        }
        return found;
    }

    /**
     * Returns the largest factor between rates of the phases that fill a repetition, as a logarithm.
     *
     * @param used indices of the events whose rates count
     */
    static double factor(Structure.Repetition of, List<Structure.Stay> stays, List<Structure.RecurringPhase> phases,
            int[] used) {
        List<Structure.RecurringPhase> parts = phases.stream()
                .filter(p -> stays.stream()
                        .filter(s -> s.phase().equals(p.name()) && s.from() >= of.from() && s.to() <= of.to())
                        .mapToDouble(s -> s.to() - s.from())
                        .sum() >= MIN_PHASE * (of.to() - of.from()))
                .toList();
        double largest = 0;
        for (int column : used) {
            DoubleSummaryStatistics rates = parts.stream()
                    .map(p -> p.rates().get(column))
                    .filter(Objects::nonNull)
                    .mapToDouble(rate -> rate)
                    .summaryStatistics();
            largest = rates.getCount() > 1 && rates.getMax() > 0
                    ? Math.max(largest, Math.log(rates.getMax() / rates.getMin()))
                    : largest;
        }
        return largest;
    }

    private static List<Token> tokens(List<Structure.Stay> stays) {
        Map<String, TreeMap<Double, Integer>> classes = new HashMap<>();
        for (Structure.Stay stay : stays) {
            classes.computeIfAbsent(stay.phase(), p -> new TreeMap<>()).put(stay.to() - stay.from(), 0);
        }
        int symbol = 0;
        for (TreeMap<Double, Integer> lengths : classes.values()) {
            double before = Double.NaN;
            for (Map.Entry<Double, Integer> e : lengths.entrySet()) {
                symbol += Double.isNaN(before) || e.getKey() > MAX_LENGTH_RATIO * before ? 1 : 0;
                e.setValue(symbol);
                before = e.getKey();
            }
        }
        return stays.stream()
                .map(s -> new Token(classes.get(s.phase()).get(s.to() - s.from()), s.phase(), s.from(), s.to()))
                .toList();
    }

    /** Returns the runs of the shortest unit that covers nearly as much as any other. */
    private static List<Run> runs(List<Token> tokens) {
        List<List<Run>> all = new ArrayList<>();
        double most = 0;
        for (int unit = 1; unit <= Math.min(MAX_UNIT, tokens.size() / MIN_FOLDED); unit++) {
            List<Run> runs = runs(tokens, unit);
            all.add(runs);
            most = Math.max(most, covered(tokens, runs));
        }
        for (List<Run> runs : all) {
            if (!runs.isEmpty() && covered(tokens, runs) >= NEARLY_ALL * most) {
                return runs;
            }
        }
        return List.of();
    }

    private static List<Run> runs(List<Token> tokens, int unit) {
        List<Run> runs = new ArrayList<>();
        int from = 0;
        for (int i = 0; i + unit <= tokens.size(); i++) {
            boolean matches = i + unit < tokens.size() && tokens.get(i).symbol() == tokens.get(i + unit).symbol();
            if (!matches) {
                int cycles = (i + unit - from) / unit;
                if (cycles >= MIN_FOLDED) {
                    runs.add(new Run(from, unit, cycles));
                    i = Math.max(i, from + unit * cycles - 1);
                }
                from = i + 1;
            }
        }
        return runs;
    }

    private static double covered(List<Token> tokens, List<Run> runs) {
        return runs.stream().mapToDouble(r -> tokens.get(r.end() - 1).to() - tokens.get(r.first()).from()).sum();
    }

    private Optional<Structure.Repetition> repetition(List<Token> tokens, List<Run> runs) {
        Run longest = runs.get(0);
        for (Run r : runs) {
            longest = r.cycles() > longest.cycles() ? r : longest;
        }
        int[] unit = symbols(tokens, longest);
        String phase = tokens.get(longest.first()).phase();
        List<Run> same = runs.stream().filter(r -> Arrays.equals(symbols(tokens, r), unit)).toList();
        List<List<Double>> starts = same.stream().map(r -> starts(tokens, r)).toList();
        double from = tokens.get(same.get(0).first()).from();
        double to = tokens.get(same.get(same.size() - 1).end() - 1).to();
        List<Double> connected = extended(starts(tokens, longest), phase);
        if (connected.size() >= starts.stream().mapToInt(List::size).sum()) {
            starts = List.of(connected);
            from = connected.get(0);
            to = Math.max(tokens.get(longest.end() - 1).to(), endOfCycle(connected));
        }
        OnsetLengths lengths = OnsetLengths.ofRuns(starts, grain);
        boolean stands = longest.cycles() >= MIN_CYCLES && isRegular(longest.cycles(), lengths.variation())
                && 2 * lengths.half() <= MAX_WIDTH * lengths.mean() && covered(tokens, same) >= MIN_SHARE * length;
        return stands ? Optional.of(new Structure.Repetition(starts.stream().mapToInt(List::size).sum(), from, to,
                lengths.mean(), lengths.mean() - lengths.half(), lengths.mean() + lengths.half(), lengths.variation(),
                null, phase, lengths.drift(), starts.stream().flatMap(List::stream).toList(), starts.size()))
                : Optional.empty();
    }

    /** Returns whether the lengths of cycles vary little enough. */
    static boolean isRegular(int cycles, double variation) {
        return variation <= (cycles < FEW_CYCLES ? MAX_VARIATION_OF_FEW : MAX_VARIATION);
    }

    /**
     * Adds cycles before and after a run that begin with the same phase at the same distance, although a stay in them
     * has another length or belongs to another phase.
     */
    private List<Double> extended(List<Double> starts, String phase) {
        List<Double> all = new ArrayList<>(starts);
        double usual = (starts.get(starts.size() - 1) - starts.get(0)) / (starts.size() - 1);
        for (Optional<Double> next = start(phase, all.get(all.size() - 1) + usual, usual); next.isPresent()
                && length - next.get() >= MIN_PART * usual;) {
            all.add(next.get());
            next = start(phase, next.get() + usual, usual);
        }
        for (Optional<Double> before = start(phase, all.get(0) - usual, usual); before.isPresent();) {
            all.add(0, before.get());
            before = start(phase, before.get() - usual, usual);
        }
        return all;
    }

    /** Returns the start of a stay of a phase that is nearest to a position, if it is near enough. */
    private Optional<Double> start(String phase, double at, double usual) {
        return stays.stream()
                .filter(s -> s.phase().equals(phase) && Math.abs(s.from() - at) <= MAX_DISPLACEMENT * usual)
                .map(Structure.Stay::from)
                .min(Comparator.comparingDouble(from -> Math.abs(from - at)));
    }

    private double endOfCycle(List<Double> starts) {
        double last = starts.get(starts.size() - 1);
        double usual = last - starts.get(starts.size() - 2);
        return Math.min(length, last + usual);
    }

    /** Returns the symbols of one cycle, sorted: a run may begin with any of them. */
    private static int[] symbols(List<Token> tokens, Run run) {
        return tokens.subList(run.first(), run.first() + run.unit())
                .stream()
                .mapToInt(Token::symbol)
                .sorted()
                .toArray();
    }

    private static List<Double> starts(List<Token> tokens, Run run) {
        List<Double> starts = new ArrayList<>();
        for (int c = 0; c < run.cycles(); c++) {
            starts.add(tokens.get(run.first() + c * run.unit()).from());
        }
        return starts;
    }

    private static List<Token> folded(List<Token> tokens, List<Run> runs) {
        int next = tokens.stream().mapToInt(Token::symbol).max().orElse(0) + 1;
        Map<List<Integer>, Integer> loops = new HashMap<>();
        List<Token> out = new ArrayList<>();
        int at = 0;
        for (Run run : runs) {
            out.addAll(tokens.subList(at, run.first()));
            List<Integer> unit = Arrays.stream(symbols(tokens, run)).boxed().toList();
            Integer symbol = loops.get(unit);
            if (symbol == null) {
                symbol = next++;
                loops.put(unit, symbol);
            }
            out.add(new Token(symbol, tokens.get(run.first()).phase(), tokens.get(run.first()).from(),
                    tokens.get(run.end() - 1).to()));
            at = run.end();
        }
        out.addAll(tokens.subList(at, tokens.size()));
        return out;
    }
}
