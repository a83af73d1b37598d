package runbench.cli.compare;

import java.nio.file.Path;
import picocli.CommandLine.Option;
import runbench.cli.option.OptionSection;

/** Options of running pairs. */
@OptionSection("Running both")
final class PairOptions {
    @Option(names = "--run", paramLabel = "PAIRS", order = 1,
            description = "Run A and B in so many interleaved pairs: -- A ... -- B ...; 10 suit most. "
                    + "With --resume: so many in all.")
    Integer pairs;

    @Option(names = "--resume", paramLabel = "DIR", order = 2,
            description = "Go on with pairs that were interrupted, or run more: what is done is kept.")
    Path resume;

    @Option(names = "--seed", paramLabel = "N", order = 3,
            description = "Of the order of A and B in each pair (default: drawn, and stated).")
    Long seed;

    @Option(names = "--warm-up", paramLabel = "N", defaultValue = "1", order = 4,
            description = "Runs of each before the first pair, kept and not compared (default: ${DEFAULT-VALUE}).")
    int warmUp;

    @Option(names = {"-o", "--output"}, paramLabel = "DIR", order = 5,
            description = "Folder of the pairs (default: compare/<UTC time>/ in the results).")
    Path directory;
}
