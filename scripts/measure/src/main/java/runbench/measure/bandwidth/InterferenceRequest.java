package runbench.measure.bandwidth;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import runbench.base.error.RunbenchException;
import runbench.catalogue.Catalogue;
import runbench.catalogue.ResolveOptions;
import runbench.schedule.contention.ContentionModel;
import runbench.schedule.profile.ProfileLibrary;

/**
 * A request to compare the mutual slowdown of programs.
 *
 * @param programs benchmarks or commands as typed
 * @param catalogue catalogue of benchmarks
 * @param resolve options that select run and size of benchmarks
 * @param measure run each pair
 * @param probe run each program next to a memory reader to measure its memory traffic
 * @param rounds number of rounds of all runs
 * @param timeout limit for one pair in seconds
 * @param seed seed of the random order
 * @param model contention model for predictions; empty: no predictions
 * @param library profile library for programs that are not measured
 */
public record InterferenceRequest(List<String> programs, Catalogue catalogue, ResolveOptions resolve, boolean measure,
        boolean probe, int rounds, long timeout, long seed, Optional<ContentionModel> model, ProfileLibrary library) {
    public InterferenceRequest {
        programs = List.copyOf(programs);
    }

    /**
     * Returns the contention model for predictions; empty: none is stored, and the measurement needs none.
     *
     * @param file file of a model; null: the stored one of this machine
     * @param measure whether pairs are run
     * @param probe whether programs run next to a memory reader
     * @throws RunbenchException (bad input) predictions need a model, and there is none
     */
    public static Optional<ContentionModel> model(Path file, boolean measure, boolean probe) {
        Optional<ContentionModel> found = file == null ? BandwidthStudy.keptModel()
                : Optional.of(BandwidthStudy.read(file));
        if (found.isEmpty() && (probe || !measure)) {
            throw RunbenchException.badInput("no model of contention is kept of this machine")
                    .remedy("measure one first: runbench machine bandwidth (--quick takes half a minute); or name one "
                            + "with --contention-model FILE");
        }
        return found;
    }
}
