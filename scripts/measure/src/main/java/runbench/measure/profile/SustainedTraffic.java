package runbench.measure.profile;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import runbench.base.error.RunbenchException;
import runbench.base.progress.ProgressDisplay;
import runbench.measure.bandwidth.BandwidthStudy;
import runbench.measure.roofline.RooflineStudy;
import runbench.parser.roofline.Roof;
import runbench.parser.roofline.Roofs;
import runbench.schedule.profile.TrafficUnit;

/**
 * What a machine's memory carries at most.
 *
 * @param rate bytes per second
 * @param from where that is known from
 */
public record SustainedTraffic(double rate, String from) {
    private static final String DRAM = "DRAM";

    /**
     * What was measured here and kept: by {@code runbench bandwidth}, else by {@code runbench roofline}; empty where
     * neither was.
     *
     * @throws RunbenchException (bad input) what is kept cannot be read
     */
    public static Optional<SustainedTraffic> ofThisMachine(ProgressDisplay display) {
        return BandwidthStudy.keptModel()
                .map(m -> new SustainedTraffic(TrafficUnit.BYTES_PER_SECOND.of(m.sustained(), m.unit()),
                        "measured here by runbench bandwidth, on " + m.cpus() + (m.cpus() == 1 ? " CPU" : " CPUs")))
                .or(() -> kept(new RooflineStudy(display).kept()));
    }

    /**
     * By the roofs that were kept of a machine, the most that any number of its threads reached; empty where there are
     * none.
     */
    static Optional<SustainedTraffic> kept(Path roofs) {
        try {
            return Roofs.read(roofs)
                    .flatMap(
                            r -> r.threads()
                                    .stream()
                                    .flatMap(n -> r.bandwidths(n).stream())
                                    .filter(roof -> roof.label().equals(DRAM))
                                    .max(Comparator.comparingDouble(Roof::rate))
                                    .map(roof -> new SustainedTraffic(roof.rate(),
                                            "measured here by runbench roofline: " + roof.name() + " by "
                                                    + roof.threads()
                                                    + (roof.threads() == 1 ? " thread" : " threads"))));
        } catch (IOException e) {
            throw RunbenchException.badInput(roofs + ": cannot be read: " + e.getMessage()).causedBy(e);
        }
    }
}
