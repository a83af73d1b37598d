package runbench.measure.profile;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import runbench.base.error.RunbenchException;
import runbench.parser.roofline.Roof;
import runbench.parser.roofline.Roofs;

/**
 * What a machine's memory carries at most.
 *
 * @param rate bytes per second
 * @param from where that is known from
 */
public record SustainedTraffic(double rate, String from) {
    private static final String DRAM = "DRAM";

    /** By the roofs that were kept of a machine, the most that any number of its threads reached; empty where there are none. */
    static Optional<SustainedTraffic> kept(Path roofs) {
        try {
            return Roofs.read(roofs).flatMap(r -> r.threads().stream().flatMap(n -> r.bandwidths(n).stream()).filter(roof -> roof.label().equals(DRAM))
                    .max(Comparator.comparingDouble(Roof::rate)).map(roof -> new SustainedTraffic(roof.rate(), "its roofs: " + roof.name() + " by "
                            + roof.threads() + (roof.threads() == 1 ? " thread" : " threads"))));
        } catch (IOException e) {
            throw RunbenchException.badInput(roofs + ": cannot be read: " + e.getMessage()).causedBy(e);
        }
    }
}
