package runbench.measure.compare;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import runbench.base.error.RunbenchException;
import runbench.base.file.OutputFile;
import runbench.base.quantity.Units;
import runbench.parser.compare.Comparison;
import runbench.parser.compare.PrimaryRule;

/**
 * The planned pairs of a comparison, {@code compare.json}.
 *
 * @param arguments arguments as typed, for a resumed comparison
 * @param a program or benchmark of side A
 * @param b program or benchmark of side B
 * @param seed seed of the random order
 * @param pairs number of pairs to compare
 * @param warmUp runs of each side before the pairs; kept but not compared
 * @param primary name of the quantity that decides; null until the warm-up has shown it
 * @param primaryReason reason why the rule chose it; null: the user named it
 * @param anyStatus programs may end with an exit status other than 0
 */
public record ComparePlan(List<String> arguments, List<String> a, List<String> b, long seed, int pairs, int warmUp,
        String primary, String primaryReason, boolean anyStatus) {
    /** The word between the two programs. */
    static final String BETWEEN = "--";
    private static final String FILE = "compare.json";
    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT)
            .setPropertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE);

    /**
     * One run of the plan.
     *
     * @param ofB the run belongs to side B
     * @param folder folder relative to that of the comparison
     */
    record Step(boolean ofB, String folder) {}

    /**
     * Plans a new comparison.
     *
     * @param words the two programs, separated by "--"
     * @param seed seed of the random order; null: a random one
     * @throws RunbenchException (bad input) the words are not two programs, or so few pairs cannot decide
     */
    public static ComparePlan of(List<String> arguments, List<String> words, Long seed, int pairs, int warmUp,
            CompareRequest request) {
        requireEnough(pairs);
        int between = words.indexOf(BETWEEN);
        if (between < 1 || between == words.size() - 1 || words.lastIndexOf(BETWEEN) != between) {
            throw RunbenchException.badInput("-n needs two programs, each behind --")
                    .remedy("runbench compare -n 10 -- A ... -- B ...; a program that takes -- itself: sh -c '...'");
        }
        return new ComparePlan(options(arguments), words.subList(0, between), words.subList(between + 1, words.size()),
                seed != null ? seed : new SecureRandom().nextInt(1_000_000), pairs, warmUp, request.primary(), null,
                request.anyStatus());
    }

    private static void requireEnough(int pairs) {
        if (pairs < Comparison.MIN_PAIRS) {
            throw RunbenchException
                    .badInput(String.format(Locale.ROOT, "-n %d: with %s p < 0.05 is impossible (the smallest p is %s)",
                            pairs, Units.counted(pairs, "pair"), Math.pow(2, 1 - pairs)))
                    .remedy("run at least " + Comparison.MIN_PAIRS + " pairs; 10 are enough for most programs: -n 10");
        }
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

    /** Returns the plan with at least this number of pairs. */
    public ComparePlan atLeast(int inAll) {
        return withPairs(Math.max(pairs, inAll));
    }

    /** Returns the plan with this number of pairs. */
    ComparePlan withPairs(int inAll) {
        return new ComparePlan(arguments, a, b, seed, inAll, warmUp, primary, primaryReason, anyStatus);
    }

    /** Returns the plan with the quantity that the rule chose. */
    ComparePlan withPrimary(PrimaryRule chosen) {
        return new ComparePlan(arguments, a, b, seed, pairs, warmUp, chosen.name(), chosen.reason(), anyStatus);
    }

    /**
     * Returns the decision rule of the pairs.
     *
     * @param request its primary quantity, if named, replaces that of the plan
     */
    CompareRequest request(CompareRequest request) {
        return new CompareRequest(request.primary() == null ? primary : request.primary(), request.margin(),
                anyStatus || request.anyStatus());
    }

    /** Returns the plan that also accepts the exit statuses that a request accepts. */
    public ComparePlan accepting(CompareRequest request) {
        return new ComparePlan(arguments, a, b, seed, pairs, warmUp, primary, primaryReason,
                anyStatus || request.anyStatus());
    }

    /** Returns the reason of the choice of a primary quantity; null: the user named it. */
    String reasonFor(String decides) {
        return decides.equals(primary) ? primaryReason : null;
    }

    /**
     * Returns the runs in their order. Of every two pairs, a random one starts with A and the other with B. Adding
     * pairs does not change the order of the first ones.
     */
    List<Step> steps() {
        List<Step> steps = new ArrayList<>();
        for (int i = 1; i <= warmUp; i++) {
            steps.add(new Step(false, name("warm-up/A", i)));
            steps.add(new Step(true, name("warm-up/B", i)));
        }
        Random random = new Random(seed);
        boolean firstIsB = false;
        for (int i = 1; i <= pairs; i++) {
            firstIsB = i % 2 == 1 ? random.nextBoolean() : !firstIsB;
            steps.add(new Step(firstIsB, name(firstIsB ? "B" : "A", i)));
            steps.add(new Step(!firstIsB, name(firstIsB ? "A" : "B", i)));
        }
        return steps;
    }

    /** Returns the folder name of a run, relative to that of the comparison. */
    static String name(String side, int i) {
        return side + (i < 1000 ? String.format(Locale.ROOT, "/%03d", i) : "/" + i);
    }
}
