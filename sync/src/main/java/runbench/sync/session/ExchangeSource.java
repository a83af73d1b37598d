package runbench.sync.session;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import runbench.base.error.RunbenchException;
import runbench.sync.estimate.Estimation;
import runbench.sync.exchange.Bursts;
import runbench.sync.exchange.ExchangeRecording;
import runbench.sync.exchange.Exchanges;
import runbench.sync.exchange.Exchanges.Stamps;
import runbench.sync.exchange.Injection;
import runbench.sync.exchange.XchgFile;

/**
 * The way to read recorded exchanges and divide them into windows.
 *
 * @param stamps required kind of stamps; empty: the best that the recording has
 * @param windowNanos length of a window, ns; null: one window per file
 * @param burst exchanges per burst; null: as recorded, or else detected from the pauses
 * @param inject {@code OFFSET_NS,PPM}: a clock to inject on the node's side; null if none
 * @param truth {@code OFFSET_NS,PPM,EPOCH_NS}: the node's true clock; null if unknown
 * @param truths a file of lines {@code NODE,OFFSET_NS,PPM,EPOCH_NS}; null if none
 */
public record ExchangeSource(Optional<Stamps> stamps, Long windowNanos, Integer burst, String inject, String truth,
        Path truths) {
    /**
     * A recording ready to be estimated.
     *
     * @param recording the recording
     * @param stamps kind of stamps to use
     * @param windows windows in order of time
     * @param known the node's true clock; null if unknown
     * @param slackNanos largest difference between a stamp and its clock, ns
     */
    public record Prepared(ExchangeRecording recording, Stamps stamps, List<Exchanges> windows, Injection known,
            double slackNanos) {}

    public Prepared read(Path file) {
        ExchangeRecording recording = XchgFile.read(file);
        Exchanges e = recording.exchanges();
        if (burst != null) {
            if (burst < 1) {
                throw RunbenchException.badInput("--burst " + burst + ": a burst has at least one exchange");
            }
            e = Bursts.ofLength(e, burst);
        } else if (!recording.numbered()) {
            e = Bursts.detected(e);
        }
        Stamps kind = stamps.orElseGet(() -> recording.exchanges().best());
        Injection known = null;
        if (inject != null) {
            known = Injection.parse(inject, e, e.count(Stamps.USER) > 0 ? Stamps.USER : kind);
            e = known.apply(e);
        } else if (truth != null) {
            known = known("--truth", truth);
        } else if (truths != null) {
            known = truthOf(recording.node());
        }
        List<Exchanges> windows = windowNanos == null ? List.of(e) : Bursts.windows(e, kind, windowNanos);
        double slack = recording.slackNanos(Estimation.ROUNDED_STAMPS_NANOS);
        return new Prepared(recording, kind, new ArrayList<>(windows), known, slack);
    }

    private Injection truthOf(String node) {
        try {
            return Files.readAllLines(truths)
                    .stream()
                    .filter(line -> line.startsWith(node + ","))
                    .findFirst()
                    .map(line -> known(truths + ", node " + node, line.substring(node.length() + 1)))
                    .orElse(null);
        } catch (IOException e) {
            throw RunbenchException.badInput("--truths " + truths + ": cannot be read: " + e.getMessage()).causedBy(e);
        }
    }

    /** Returns whether the truth is known. */
    public boolean known() {
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
