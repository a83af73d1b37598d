package runbench.measure.profile;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import runbench.base.error.RunbenchException;
import runbench.base.home.HostName;
import runbench.base.progress.Progress.ProgressDisplay;
import runbench.base.quantity.Units;
import runbench.measure.bandwidth.BandwidthStudy;
import runbench.measure.roofline.RooflineStudy;
import runbench.parser.record.Metadata;
import runbench.parser.roofline.Roof;
import runbench.parser.roofline.Roofs;
import runbench.schedule.profile.TrafficUnit;

/**
 * The maximum sustained memory traffic of a machine.
 *
 * @param rate bytes per second
 * @param from source of the value
 */
public record SustainedTraffic(double rate, String from) {
    private static final String DRAM = "DRAM";

    /**
     * Returns the value kept for this machine by {@code runbench machine bandwidth} or else by
     * {@code runbench machine roofline}; empty if neither was run.
     *
     * @throws RunbenchException (bad input) the kept file cannot be read
     */
    public static Optional<SustainedTraffic> ofThisMachine(ProgressDisplay display) {
        return BandwidthStudy.keptModel()
                .map(m -> new SustainedTraffic(TrafficUnit.BYTES_PER_SECOND.of(m.sustained(), m.unit()),
                        "measured here by runbench machine bandwidth, on " + Units.counted(m.cpus(), "CPU")))
                .or(() -> kept(new RooflineStudy(display).kept()));
    }

    /** Returns {@link #ofThisMachine} if a recording was made here; empty for those of other machines. */
    public static Optional<SustainedTraffic> of(Metadata recording, ProgressDisplay display) {
        boolean here = !recording.host().isEmpty() && recording.host().equals(HostName.own());
        return here ? ofThisMachine(display) : Optional.empty();
    }

    /** Returns the highest DRAM roof over all thread counts of kept roofs; empty if there are none. */
    static Optional<SustainedTraffic> kept(Path roofs) {
        try {
            return Roofs.read(roofs)
                    .flatMap(r -> r.threads()
                            .stream()
                            .flatMap(n -> r.bandwidths(n).stream())
                            .filter(roof -> roof.label().equals(DRAM))
                            .max(Comparator.comparingDouble(Roof::rate))
                            .map(roof -> new SustainedTraffic(roof.rate(),
                                    "measured here by runbench machine roofline: " + roof.name() + " by "
                                            + Units.counted(roof.threads(), "thread"))));
        } catch (IOException e) {
            throw RunbenchException.badInput(roofs + ": cannot be read: " + e.getMessage()).causedBy(e);
        }
    }
}
