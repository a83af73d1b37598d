package runbench.align.clock;

import java.util.List;
import runbench.base.error.RunbenchException;
import runbench.base.timeline.PlacedStamp;
import runbench.base.timeline.Timeline;
import runbench.parser.record.Metadata;
import runbench.parser.record.Recording;
import runbench.sync.convert.ConversionTally;
import runbench.sync.model.Chain;
import runbench.sync.model.ModelFiles;
import runbench.sync.model.NodeModel;

/** Maps a recording's stamps to a reference clock by the models of its node's clock. */
public final class RecordingClock {
    private final Recording recording;
    private final Chain chain;
    private final Timeline timeline;

    private RecordingClock(Recording recording, Chain chain) {
        this.recording = recording;
        this.chain = chain;
        Timeline shifted = chain.shifted(toModelsClock());
        timeline = (stamp, out) -> {
            try {
                shifted.locate(stamp, out);
            } catch (ArithmeticException e) {
                throw RunbenchException
                        .badInput(recording.path() + ": its samples are out of reach of the model of " + chain.node()
                                + ": " + e.getMessage())
                        .causedBy(e);
            }
        };
    }

    /**
     * Selects the model of the node that recorded.
     *
     * @param node name of the node in the models; null: the recording's host if it is known, otherwise the models form
     *     a chain from the node upwards
     * @param utc continue to UTC
     * @throws RunbenchException (bad input) the models are of another node or clock, or the recording contains no time
     */
    public static RecordingClock of(Recording recording, List<NodeModel> models, String node, boolean utc) {
        if (recording.metadata().countsInstructions()) {
            throw RunbenchException.badInput(recording.path() + ": it counts instructions, time does not exist in it")
                    .remedy("leave --clock-model out");
        }
        String host = recording.metadata().host();
        if (node != null || host.isEmpty()) {
            return new RecordingClock(recording, ModelFiles.chain(models, node, utc));
        }
        boolean known = models.stream().anyMatch(m -> m.node().equals(host) || m.reference().equals(host));
        if (!known) {
            String nodes = String.join(", ", models.stream().map(NodeModel::node).toList());
            throw RunbenchException
                    .badInput(
                            recording.path() + ": recorded on " + host + ", but there are models of " + nodes + " only")
                    .remedy("give the model of " + host + ", or say by which name the models have it: --node "
                            + models.get(0).node());
        }
        return new RecordingClock(recording, ModelFiles.chain(models, host, utc));
    }

    /**
     * Returns the timeline from CLOCK_MONOTONIC of the machine that recorded, ns. Stamps out of range are reported as
     * bad input.
     */
    public Timeline timeline() {
        return timeline;
    }

    public Chain chain() {
        return chain;
    }

    /**
     * Checks that the model covers a recording that starts at {@code startNanos}.
     *
     * @throws RunbenchException (bad input) the model's windows are so far away that they must belong to another clock
     */
    public void requireCovered(long startNanos) {
        ConversionTally tally = new ConversionTally();
        PlacedStamp start = new PlacedStamp();
        timeline.locate(startNanos, start);
        tally.add(chain, start);
        if (tally.anotherClock()) {
            throw RunbenchException
                    .badInput(recording.path() + ": it begins more than 30 days from the windows of the model of "
                            + chain.node())
                    .remedy("give the model that was measured around this run, of the clock monotonic or"
                            + " realtime of its machine");
        }
    }

    /** Returns the offset from CLOCK_MONOTONIC, which stamps recordings, to the model's clock, ns. */
    private long toModelsClock() {
        return switch (chain.source()) {
            case "monotonic" -> 0;
            // A reference whose clock the models do not name: realtime unless the user selected another.
            case "realtime", "gettimeofday", "syscall", "" -> realtimeOffset();
            default -> throw RunbenchException
                    .badInput(recording.path() + ": recordings are stamped by CLOCK_MONOTONIC, the model of "
                            + chain.node() + " is of the clock " + chain.source())
                    .remedy("Measure with --clock monotonic (best) or realtime");
        };
    }

    private long realtimeOffset() {
        Metadata metadata = recording.metadata();
        if (!metadata.json().has("realtime_offset_ns")) {
            throw RunbenchException
                    .badInput(recording.path()
                            + ": it does not tell the wall clock at its start (realtime_offset_ns), the model of "
                            + chain.node() + " is of the clock realtime")
                    .remedy("Record again, or measure with --clock monotonic");
        }
        return metadata.realtimeOffsetNanos();
    }
}
