package runbench.measure.compare;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import runbench.base.error.RunbenchException;
import runbench.base.file.OutputFile;

/**
 * What pairs are to be run: {@code compare.json}.
 *
 * @param arguments as typed, for a resumed comparison
 * @param seed of the order
 * @param pairs that are compared
 * @param warmUp runs of each before them, which are kept and not compared
 */
public record ComparePlan(List<String> arguments, List<String> a, List<String> b, long seed, int pairs, int warmUp) {
    private static final String FILE = "compare.json";
    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT)
            .setPropertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE);

    /** One run of the plan. @param folder within that of the comparison */
    record Step(boolean ofB, String folder) {}

    /** Whether pairs were begun there. */
    public static boolean isIn(Path folder) {
        return Files.exists(folder.resolve(FILE));
    }

    /** @throws RunbenchException (bad input) where it cannot be read */
    public static ComparePlan read(Path folder) {
        Path file = folder.resolve(FILE);
        try {
            return JSON.readValue(file.toFile(), ComparePlan.class);
        } catch (IOException e) {
            throw RunbenchException
                    .badInput("no comparison to go on with in " + folder + ": " + file + " cannot be read")
                    .remedy("name the folder that runbench compare --run made")
                    .causedBy(e);
        }
    }

    void write(Path folder) throws IOException {
        OutputFile.write(folder.resolve(FILE), JSON.writeValueAsBytes(this));
    }

    public ComparePlan pairs(int inAll) {
        return new ComparePlan(arguments, a, b, seed, inAll, warmUp);
    }

    /**
     * In the order in which they are run. Of each two pairs one begins with A and one with B, which is drawn: more
     * pairs do not change the first.
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

    /** Of a run, within the folder of the comparison. */
    static String name(String side, int i) {
        return side + (i < 1000 ? String.format(Locale.ROOT, "/%03d", i) : "/" + i);
    }
}
