package runbench.measure.compare;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import runbench.base.error.RunbenchException;
import runbench.base.file.OutputFile;
import runbench.base.quantity.Numbers;
import runbench.base.quantity.Units;
import runbench.parser.compare.ComparisonFamily;
import runbench.parser.compare.Measurand;
import runbench.parser.compare.PrimaryRule;
import runbench.parser.compare.Sweep;

/**
 * The planned rounds of a comparison, {@code compare.json}. In a round each program runs once; two programs form pairs.
 *
 * @param arguments arguments as typed, for a resumed comparison
 * @param a the first program or benchmark
 * @param b the second program or benchmark
 * @param more further programs or benchmarks; empty for two programs
 * @param points value of each parameter of a sweep, by name, for each program; empty without a sweep
 * @param seed seed of the random order
 * @param pairs number of rounds to compare
 * @param warmUp runs of each program before the rounds; kept but not compared
 * @param primary name of the quantity that decides; null until the warm-up has shown it
 * @param primaryReason reason why the rule chose it; null: the user named it
 * @param anyStatus programs may end with an exit status other than 0
 * @param pairwise compare all pairs of programs, not only each program with the first one
 */
public record ComparePlan(List<String> arguments, List<String> a, List<String> b,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<List<String>> more,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Map<String, String>> points, long seed, int pairs, int warmUp,
        String primary, String primaryReason, boolean anyStatus, boolean pairwise) {
    /** The word between two programs. */
    static final String BETWEEN = "--";
    private static final String FILE = "compare.json";
    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT)
            .setPropertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE);

    public ComparePlan {
        more = more == null ? List.of() : List.copyOf(more); // absent in plans of two programs
        points = points == null ? List.of() : List.copyOf(points);
    }

    /**
     * One run of the plan.
     *
     * @param program index of the program, from 0
     * @param folder folder relative to that of the comparison
     */
    record Step(int program, String folder) {
        static Step of(int program, int round) {
            return new Step(program, ComparePlan.name(Numbers.letters(program), round));
        }
    }

    /**
     * Plans a new comparison.
     *
     * @param words at least two programs, separated by "--"
     * @param seed seed of the random order; null: a random one
     * @throws RunbenchException (bad input) the words are fewer than two programs or too many, or so few rounds cannot
     *     decide
     */
    public static ComparePlan of(List<String> arguments, List<String> words, Long seed, int pairs, int warmUp,
            CompareRequest request) {
        return of(arguments, programs(words), List.of(), seed, pairs, warmUp, request, null);
    }

    /**
     * Plans a sweep: one program with several values of its parameters.
     *
     * @param words the program, with {@code {NAME}} in the place of each parameter
     * @param seed seed of the random order; null: a random one
     * @throws RunbenchException (bad input) there is more than one program, it does not use a parameter, or so few
     *     rounds cannot decide
     */
    public static ComparePlan swept(List<String> arguments, List<String> words, ParameterSweep sweep, Long seed,
            int pairs, int warmUp, CompareRequest request) {
        if (words.isEmpty() || words.contains(BETWEEN)) {
            throw RunbenchException.badInput("--parameter needs one program behind --")
                    .remedy("runbench compare -n 10 --parameter threads=1,2,4 -- ./solver {threads}");
        }
        sweep.requireUsed(words);
        List<Map<String, String>> points = sweep.points();
        String parallel = sweep.values().keySet().stream().filter(Sweep::isParallel).findFirst().orElse(null);
        boolean scaling = parallel != null && request.primary() == null;
        return of(arguments, points.stream().map(point -> ParameterSweep.words(words, point)).toList(), points, seed,
                pairs, warmUp,
                scaling ? new CompareRequest(Measurand.WALL.name(), request.margin(), request.anyStatus(),
                        request.pairwise(), request.emulated()) : request,
                scaling ? "the parameter " + parallel + " sets the number of parallel tasks" : null);
    }

    private static ComparePlan of(List<String> arguments, List<List<String>> programs, List<Map<String, String>> points,
            Long seed, int pairs, int warmUp, CompareRequest request, String primaryReason) {
        ComparePlan plan = new ComparePlan(options(arguments), programs.get(0), programs.get(1),
                List.copyOf(programs.subList(2, programs.size())), points,
                seed != null ? seed : new SecureRandom().nextInt(1_000_000), pairs, warmUp, request.primary(),
                primaryReason, request.anyStatus(), request.pairwise());
        if (!request.emulated()) {
            requireEnough(pairs, plan.family());
        }
        return plan;
    }

    private static List<List<String>> programs(List<String> words) {
        List<List<String>> programs = new ArrayList<>(List.of(new ArrayList<>()));
        for (String word : words) {
            if (word.equals(BETWEEN)) {
                programs.add(new ArrayList<>());
            } else {
                programs.get(programs.size() - 1).add(word);
            }
        }
        if (programs.size() < 2 || programs.stream().anyMatch(List::isEmpty)) {
            throw RunbenchException.badInput("-n needs at least two programs, each behind --")
                    .remedy("runbench compare -n 10 -- A ... -- B ...; a program that takes -- itself: sh -c '...'");
        }
        if (programs.size() > ComparisonFamily.MAX_PROGRAMS) {
            throw RunbenchException
                    .badInput(programs.size() + " programs: compare takes at most " + ComparisonFamily.MAX_PROGRAMS)
                    .remedy("compare them in several commands, each with the same first program");
        }
        return programs;
    }

    private static void requireEnough(int pairs, ComparisonFamily family) {
        if (pairs < family.minRounds()) {
            String unit = family.programs() == 2 ? "pair" : "round";
            throw RunbenchException
                    .badInput(String.format(Locale.ROOT,
                            "-n %d: with %s p < 0.05 is impossible (the smallest p is %s%s)", pairs,
                            Units.counted(pairs, unit), Math.min(1, family.size() * Math.pow(2, 1 - pairs)),
                            family.size() == 1 ? ""
                                    : " after Bonferroni's correction over " + family.size() + " comparisons"))
                    .remedy("run at least " + family.minRounds() + " " + unit + "s; "
                            + (family.minRounds() > 10 ? "-n " + family.minRounds()
                                    : "10 are enough for most programs: -n 10"));
        }
    }

    /** Returns the programs or benchmarks in the order of the command. */
    public List<List<String>> programs() {
        return Stream.concat(Stream.of(a, b), more.stream()).toList();
    }

    /** Returns the value of each parameter of a program, by name; empty without a sweep. */
    Map<String, String> parameters(int program) {
        return points.isEmpty() ? Map.of() : points.get(program);
    }

    /** Returns the name of a program in texts: its letter, or the values of its parameters. */
    String sideName(int program) {
        return parameters(program).isEmpty() ? Numbers.letters(program)
                : parameters(program).entrySet()
                        .stream()
                        .map(p -> p.getKey() + "=" + p.getValue())
                        .collect(Collectors.joining(","));
    }

    /** Returns the comparisons of the plan. */
    public ComparisonFamily family() {
        return new ComparisonFamily(programs().size(), pairwise);
    }

    /** Returns the word for one round: a pair, if there are two programs. */
    public String unit() {
        return programs().size() == 2 ? "pair" : "round";
    }

    /** Returns the arguments before the first program. */
    private static List<String> options(List<String> arguments) {
        int first = arguments.indexOf(BETWEEN);
        return List.copyOf(first < 0 ? arguments : arguments.subList(0, first));
    }

    /** Returns whether a folder holds a plan. */
    public static boolean isIn(Path folder) {
        return Files.exists(folder.resolve(FILE));
    }

    /**
     * Reads the plan of a folder.
     *
     * @throws RunbenchException (bad input) it cannot be read
     */
    public static ComparePlan read(Path folder) {
        Path file = folder.resolve(FILE);
        try {
            return JSON.readValue(file.toFile(), ComparePlan.class);
        } catch (IOException e) {
            throw RunbenchException
                    .badInput("no comparison to go on with in " + folder + ": " + file + " cannot be read")
                    .remedy("name the folder that runbench compare -n made")
                    .causedBy(e);
        }
    }

    void write(Path folder) throws IOException {
        OutputFile.write(folder.resolve(FILE), JSON.writeValueAsBytes(this));
    }

    /** Returns the plan with at least this number of rounds. */
    public ComparePlan atLeast(int inAll) {
        return withPairs(Math.max(pairs, inAll));
    }

    /** Returns the plan with this number of rounds. */
    ComparePlan withPairs(int inAll) {
        return new ComparePlan(arguments, a, b, more, points, seed, inAll, warmUp, primary, primaryReason, anyStatus,
                pairwise);
    }

    /** Returns the plan with the quantity that the rule chose. */
    ComparePlan withPrimary(PrimaryRule chosen) {
        return new ComparePlan(arguments, a, b, more, points, seed, pairs, warmUp, chosen.name(), chosen.reason(),
                anyStatus, pairwise);
    }

    /**
     * Returns the decision rule of the rounds.
     *
     * @param request its primary quantity, if named, replaces that of the plan
     */
    CompareRequest request(CompareRequest request) {
        return new CompareRequest(request.primary() == null ? primary : request.primary(), request.margin(),
                anyStatus || request.anyStatus(), pairwise || request.pairwise(), request.emulated());
    }

    /** Returns the plan that also accepts the exit statuses that a request accepts, and compares its pairs. */
    public ComparePlan accepting(CompareRequest request) {
        return new ComparePlan(arguments, a, b, more, points, seed, pairs, warmUp, primary, primaryReason,
                anyStatus || request.anyStatus(), pairwise || request.pairwise());
    }

    /** Returns the reason of the choice of a primary quantity; null: the user named it. */
    String reasonFor(String decides) {
        return decides.equals(primary) ? primaryReason : null;
    }

    /**
     * Returns the runs in their order. For k programs, every k rounds are a random Latin square: each program runs once
     * at each position, so that none has the advantage of a position. Adding rounds does not change the order of the
     * first ones.
     */
    List<Step> steps() {
        int k = programs().size();
        List<Step> steps = new ArrayList<>();
        for (int i = 1; i <= warmUp; i++) {
            for (int program = 0; program < k; program++) {
                steps.add(new Step(program, name("warm-up/" + Numbers.letters(program), i)));
            }
        }
        Random random = new Random(seed);
        // The descending start keeps the order of two programs for seeds of earlier comparisons.
        List<Integer> order = new ArrayList<>(IntStream.range(0, k).map(i -> k - 1 - i).boxed().toList());
        List<Integer> shifts = new ArrayList<>();
        for (int round = 0; round < pairs; round++) {
            if (round % k == 0) {
                order.sort(Comparator.reverseOrder());
                Collections.shuffle(order, random);
                shifts = new ArrayList<>(IntStream.range(1, k).boxed().toList());
                Collections.shuffle(shifts, random);
            }
            int shift = round % k == 0 ? 0 : shifts.get(round % k - 1);
            for (int position = 0; position < k; position++) {
                steps.add(Step.of(order.get((position + shift) % k), round + 1));
            }
        }
        return steps;
    }

    /** Returns the folder name of a run, relative to that of the comparison. */
    static String name(String side, int i) {
        return side + (i < 1000 ? String.format(Locale.ROOT, "/%03d", i) : "/" + i);
    }
}
