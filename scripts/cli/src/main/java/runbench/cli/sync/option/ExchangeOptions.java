package runbench.cli.sync.option;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;
import runbench.cli.option.TypedQuantity.NanosOrSeconds;
import runbench.sync.estimate.Estimator;
import runbench.sync.estimate.Estimators;
import runbench.sync.exchange.Exchanges.Stamps;
import runbench.sync.session.ExchangeEvaluation;
import runbench.sync.session.ExchangeSource;

/** Options for reading and estimating recorded exchanges. */
public final class ExchangeOptions {
    @Option(names = "--method", paramLabel = "NAME", defaultValue = "",
            description = "Estimator, or 'all'; default: blend.")
    private String method;

    @Option(names = "--stamps", paramLabel = "KIND", defaultValue = "auto",
            description = "kernel, user or auto: kernel stamps if at least 90 %% of the exchanges have them.")
    private String stamps;

    @Option(names = "--window", paramLabel = "TIME", converter = NanosOrSeconds.class,
            description = "Divide the recording into windows of this length (4s); default: one window per file.")
    private Long window;

    @Option(names = "--burst", paramLabel = "N",
            description = "Exchanges per burst; default: as recorded, else found by pauses, else 64.")
    private Integer burst;

    @Option(names = "--inject", paramLabel = "OFFSET_NS,PPM",
            description = "Plant a known clock on the node in a recording whose two ends shared one clock.")
    private String inject;

    @Option(names = "--truth", paramLabel = "OFFSET_NS,PPM,EPOCH_NS",
            description = "The node's true offset at the epoch and its rate: print the true error.")
    private String truth;

    @Option(names = "--truths", paramLabel = "FILE",
            description = "True values of many nodes: lines NODE,OFFSET_NS,PPM,EPOCH_NS.")
    private Path truths;

    /** Returns whether --method was given. */
    public boolean namesMethod() {
        return !method.isEmpty();
    }

    public List<Estimator> methods() {
        return method.isEmpty() ? List.of(Estimators.DEFAULT)
                : method.equals("all") ? Estimators.all() : List.of(Estimators.named(method));
    }

    /** Returns the stamps of --stamps; empty: {@code auto}. */
    public Optional<Stamps> stamps() {
        return ExchangeEvaluation.stamps(stamps);
    }

    public ExchangeSource source() {
        return new ExchangeSource(stamps(), window, burst, inject, truth, truths);
    }
}
