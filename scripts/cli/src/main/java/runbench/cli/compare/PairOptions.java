package runbench.cli.compare;

import java.nio.file.Path;
import picocli.CommandLine.Option;
import runbench.cli.option.OptionSection;

/** Options for running pairs. */
@OptionSection("Running pairs")
final class PairOptions {
    @Option(names = "--run", paramLabel = "PAIRS", order = 1,
            description = "Number of interleaved pairs of runs: -- A ... -- B ...; 10 is enough for most "
                    + "programs. With " + "--resume: the total number.")
    Integer pairs;

    @Option(names = "--resume", paramLabel = "DIR", order = 2,
            description = "Resume interrupted pairs, or add more; finished runs are kept.")
    Path resume;

    @Option(names = "--seed", paramLabel = "N", order = 3,
            description = "Seed of the order of A and B in each pair (default: random, and printed).")
    Long seed;

    @Option(names = "--warm-up", paramLabel = "N", defaultValue = "1", order = 4,
            description = "Runs of each program before the first pair, which are kept but not compared (default: "
                    + "${DEFAULT-VALUE}).")
    int warmUp;

    @Option(names = {"-o", "--output"}, paramLabel = "DIR", order = 5,
            description = "Folder of the pairs (default: compare/<UTC time>/ in the results).")
    Path directory;
}
