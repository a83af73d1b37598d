package runbench.catalogue.generate;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import runbench.parser.RunbenchException;

/** The built-in generators of benchmark inputs, by name. Equal arguments give equal bytes, on every machine and forever. */
public final class Generators {
    private Generators() {
    }

    /**
     * @param name one of {@code c-unit}, {@code mixed-data}, {@code min-cost-flow}
     * @param args whole numbers; what is left out has a default
     */
    public static void write(String name, Map<String, Long> args, OutputStream out) throws IOException {
        BufferedOutputStream buffered = new BufferedOutputStream(out, 1 << 16);
        switch (name) {
            case "c-unit" -> new CUnit(args.getOrDefault("seed", 1L), (int) (long) args.getOrDefault("functions", 100L)).write(buffered);
            case "mixed-data" -> new MixedData(args.getOrDefault("seed", 1L), args.getOrDefault("bytes", 1L << 20)).write(buffered);
            case "min-cost-flow" -> new MinCostFlow(args.getOrDefault("seed", 1L), (int) (long) args.getOrDefault("nodes", 100L),
                    (int) (long) args.getOrDefault("arcs", 1000L)).write(buffered);
            default -> throw RunbenchException.badInput("the catalogue asks for a generator that does not exist: " + name)
                    .remedy("generators: c-unit, mixed-data, min-cost-flow");
        }
        buffered.flush();
    }
}
