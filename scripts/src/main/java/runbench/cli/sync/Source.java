package runbench.cli.sync;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;
import runbench.base.error.RunbenchException;
import runbench.sync.estimate.Estimation;
import runbench.sync.estimate.Estimator;
import runbench.sync.estimate.Estimators;
import runbench.sync.exchange.Bursts;
import runbench.sync.exchange.Exchanges;
import runbench.sync.exchange.Injection;
import runbench.sync.exchange.Recording;
import runbench.sync.exchange.Stamps;
import runbench.sync.exchange.XchgFile;

/** How recorded exchanges are read and estimated: options that several commands share. */
final class Source {
    @Option(names = "--method", paramLabel = "NAME", defaultValue = "",
            description = "Estimator, or 'all'; default: blend.")
    String method;

    @Option(names = "--stamps", paramLabel = "KIND", defaultValue = "auto",
            description = "kernel, user or auto: kernel stamps where at least 90 %% of the exchanges have them.")
    String stamps;

    @Option(names = "--window", paramLabel = "TIME", converter = Nanos.class,
            description = "Cut the recording into windows of this length (4s); default: one window a file.")
    Long window;

    @Option(names = "--burst", paramLabel = "N",
            description = "Exchanges a burst; default: as recorded, else found by the pauses, else 64.")
    Integer burst;

    @Option(names = "--inject", paramLabel = "OFFSET_NS,PPM",
            description = "Plant a known clock on the node's side of a recording whose ends shared one clock.")
    String inject;

    @Option(names = "--truth", paramLabel = "OFFSET_NS,PPM,EPOCH_NS",
            description = "The node's clock is known to lead so much at the epoch and to be so fast: print the true error.")
    String truth;

    @Option(names = "--truths", paramLabel = "FILE",
            description = "The same for many nodes: lines NODE,OFFSET_NS,PPM,EPOCH_NS.")
    Path truths;

    /**
     * A recording ready to be estimated.
     *
     * @param known the node's true clock, null if nobody knows
     */
    record Ready(Recording recording, Stamps stamps, List<Exchanges> windows, Injection known, double slackNanos) {
    }

    List<Estimator> methods() {
        return method.isEmpty() ? List.of(Estimators.DEFAULT)
                : method.equals("all") ? Estimators.all() : List.of(Estimators.named(method));
    }

    /** The stamps that are insisted on; empty for {@code auto}. */
    Optional<Stamps> askedStamps() {
        return WindowReport.asked(stamps);
    }

    Ready read(Path file) {
        Recording recording = XchgFile.read(file);
        Exchanges e = recording.exchanges();
        if (burst != null) {
            if (burst < 1) {
                throw RunbenchException.badInput("--burst " + burst + ": a burst has at least one exchange");
            }
            e = Bursts.ofLength(e, burst);
        } else if (!recording.numbered()) {
            e = Bursts.found(e);
        }
        Stamps kind = askedStamps().orElseGet(() -> recording.exchanges().best());
        Injection known = null;
        if (inject != null) {
            known = Injection.parse(inject, e, e.count(Stamps.USER) > 0 ? Stamps.USER : kind);
            e = known.apply(e);
        } else if (truth != null) {
            known = known("--truth", truth);
        } else if (truths != null) {
            known = looked(recording.node());
        }
        List<Exchanges> windows = window == null ? List.of(e) : Bursts.windows(e, kind, window);
        double slack = recording.slackNanos(Estimation.ROUNDED_STAMPS_NANOS);
        return new Ready(recording, kind, new ArrayList<>(windows), known, slack);
    }

    private Injection looked(String node) {
        try {
            return Files.readAllLines(truths).stream().filter(line -> line.startsWith(node + ",")).findFirst()
                    .map(line -> known(truths + ", node " + node, line.substring(node.length() + 1))).orElse(null);
        } catch (IOException e) {
            throw RunbenchException.badInput("--truths " + truths + ": cannot be read: " + e.getMessage()).causedBy(e);
        }
    }

    /** Whether anybody knows the truth. */
    boolean known() {
        return inject != null || truth != null || truths != null;
    }

    private static Injection known(String where, String text) {
        String[] part = text.split(",", -1);
        try {
            return new Injection(Long.parseLong(part[0]), Double.parseDouble(part[1]), Long.parseLong(part[2]));
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
            throw RunbenchException.badInput(where + " " + text + ": not OFFSET_NS,PPM,EPOCH_NS").causedBy(e);
        }
    }
}
