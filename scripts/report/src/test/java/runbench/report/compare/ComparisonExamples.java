package runbench.report.compare;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import runbench.parser.compare.Circumstances.Difference;
import runbench.parser.compare.Comparer;
import runbench.parser.compare.Comparison.DisturbedRuns;
import runbench.parser.compare.Comparison.Pairing;
import runbench.parser.compare.Comparison;
import runbench.parser.compare.Measurand.Direction;
import runbench.parser.compare.Measurand;
import runbench.parser.compare.RunValues;

/** Comparisons with the structure that the measurement produces. */
final class ComparisonExamples {
    static final Measurand IPC = new Measurand("ipc", "instructions per cycle", "instructions/cycle", Direction.HIGHER,
            false);
    static final Measurand FAULTS = new Measurand("page-faults", "page-faults", "faults", Direction.LOWER, false);

    private ComparisonExamples() {
    }

    static List<RunValues> runs(String side, int n, double seconds, double noise, long seed, int offset) {
        Random random = new Random(seed);
        List<RunValues> runs = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            Map<Measurand, Double> values = new LinkedHashMap<>();
            values.put(Measurand.WALL, seconds * Math.exp(noise * random.nextGaussian()));
            values.put(IPC, 2 / seconds * Math.exp(noise * random.nextGaussian()));
            values.put(FAULTS, 1234.0);
            runs.add(new RunValues(side + "/" + (i + 1), Instant.ofEpochSecond(1_700_000_000L + 20L * i + offset),
                    values, Map.of(),
                    Map.of("L1D_ALL_REF", "not counted: no hardware PMU is visible in this virtual machine")));
        }
        return runs;
    }

    static Comparison compare(Pairing pairing, int n, double secondsOfB, double noise, String primary) {
        return new Comparer(pairing, 0.01, primary).compare("./solver-old --size 300", runs("A", n, 1, noise, 1, 0),
                "./solver-new --size 300", runs("B", n, secondsOfB, noise, 2, 10),
                pairing == Pairing.INTERLEAVED ? (Long) 4711L : null, List.of());
    }

    /** Returns a comparison of pairs with these wall times, s. */
    static Comparison pairs(double[] a, double[] b) {
        return new Comparer(Pairing.INTERLEAVED, 0.01, "wall_s").compare("old", timed(a, 0), "new", timed(b, 10), 1L,
                List.of());
    }

    private static List<RunValues> timed(double[] seconds, int offset) {
        return IntStream.range(0, seconds.length)
                .mapToObj(i -> new RunValues("r" + i, Instant.ofEpochSecond(20L * i + offset),
                        Map.of(Measurand.WALL, seconds[i]), Map.of(), Map.of()))
                .toList();
    }

    static Comparison faster() {
        return compare(Pairing.INTERLEAVED, 10, 1 / 1.034, 0.002, "wall_s");
    }

    static Comparison elsewhere() {
        return faster().with(
                List.of(new Difference("program", Difference.About.PROGRAM, List.of("old"), List.of("new")),
                        new Difference("kernel", Difference.About.MACHINE,
                                List.of("Linux 6.1.0-18-amd64 x86_64 with a long name"), List.of("Linux 6.1.0-21"))),
                List.of(new DisturbedRuns("load", "load 3.5 on 2 CPUs", 4)));
    }
}
