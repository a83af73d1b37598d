package runbench.catalogue.generate;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import runbench.base.error.RunbenchException;

/**
 * The built-in generators of benchmark inputs, by name. Equal arguments give equal bytes, on every machine and forever.
 */
public final class Generators {
    private Generators() {
    }

    /**
     * @param name one of {@code c-unit}, {@code mixed-data}, {@code min-cost-flow}, {@code video}, {@code books},
     *     {@code profile-model}, {@code commodities}, {@code rubber-beam}
     * @param args whole numbers; a missing argument has a default
     */
    public static void write(String name, Map<String, Long> args, OutputStream out) throws IOException {
        BufferedOutputStream buffered = new BufferedOutputStream(out, 1 << 16);
        switch (name) {
            case "c-unit" -> new CUnit(args.getOrDefault("seed", 1L), number(args, "functions", 100)).write(buffered);
            case "mixed-data" ->
                new MixedData(args.getOrDefault("seed", 1L), args.getOrDefault("bytes", 1L << 20)).write(buffered);
            case "min-cost-flow" ->
                new MinCostFlow(args.getOrDefault("seed", 1L), number(args, "nodes", 100), number(args, "arcs", 1000))
                        .write(buffered);
            case "video" -> new Video(args.getOrDefault("seed", 1L), number(args, "width", 64),
                    number(args, "height", 64), number(args, "frames", 10)).write(buffered);
            case "books" -> new Books(args.getOrDefault("seed", 1L), number(args, "records", 100)).write(buffered);
            case "profile-model" ->
                new ProfileModel(args.getOrDefault("seed", 1L), number(args, "length", 100)).write(buffered);
            case "commodities" -> new Commodities(args.getOrDefault("seed", 1L), number(args, "nodes", 20),
                    number(args, "arcs", 100), number(args, "goods", 4)).write(buffered);
            case "rubber-beam" ->
                new RubberBeam(number(args, "length", 4), number(args, "width", 1), number(args, "increments", 2))
                        .write(buffered);
            default ->
                throw RunbenchException.badInput("the catalogue asks for a generator that does not exist: " + name)
                        .remedy("generators: c-unit, mixed-data, min-cost-flow, video, books, profile-model, "
                                + "commodities, rubber-beam");
        }
        buffered.flush();
    }

    private static int number(Map<String, Long> args, String name, int fallback) {
        return Math.toIntExact(args.getOrDefault(name, (long) fallback));
    }
}
