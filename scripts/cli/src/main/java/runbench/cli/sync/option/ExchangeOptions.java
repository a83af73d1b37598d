package runbench.cli.sync.option;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;
import runbench.cli.option.Nanos;
import runbench.sync.estimate.Estimator;
import runbench.sync.estimate.Estimators;
import runbench.sync.exchange.Exchanges.Stamps;
import runbench.sync.session.ExchangeEvaluation;
import runbench.sync.session.ExchangeSource;

/** How recorded exchanges are read and estimated: options that several commands share. */
public final class ExchangeOptions {
    @Option(names = "--method", paramLabel = "NAME", defaultValue = "",
            description = "Estimator, or 'all'; default: blend.")
    private String method;

    @Option(names = "--stamps", paramLabel = "KIND", defaultValue = "auto",
            description = "kernel, user or auto: kernel stamps where at least 90 %% of the exchanges have them.")
    private String stamps;

    @Option(names = "--window", paramLabel = "TIME", converter = Nanos.class,
            description = "Cut the recording into windows of this length (4s); default: one window a file.")
    private Long window;

    @Option(names = "--burst", paramLabel = "N",
            description = "Exchanges a burst; default: as recorded, else found by the pauses, else 64.")
    private Integer burst;

    @Option(names = "--inject", paramLabel = "OFFSET_NS,PPM",
            description = "Plant a known clock on the node's side of a recording whose ends shared one clock.")
    private String inject;

    @Option(names = "--truth", paramLabel = "OFFSET_NS,PPM,EPOCH_NS",
            description = "The node's clock is known to lead so much at the epoch and to be so fast: print the true error.")
    private String truth;

    @Option(names = "--truths", paramLabel = "FILE",
            description = "The same for many nodes: lines NODE,OFFSET_NS,PPM,EPOCH_NS.")
    private Path truths;

    /** Whether a method was asked for. */
    public boolean namesMethod() {
        return !method.isEmpty();
    }

    public List<Estimator> methods() {
        return method.isEmpty() ? List.of(Estimators.DEFAULT)
                : method.equals("all") ? Estimators.all() : List.of(Estimators.named(method));
    }

    /** The stamps that are insisted on; empty for {@code auto}. */
    public Optional<Stamps> stamps() {
        return ExchangeEvaluation.stamps(stamps);
    }

    public ExchangeSource source() {
        return new ExchangeSource(stamps(), window, burst, inject, truth, truths);
    }
}
