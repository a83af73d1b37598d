package runbench.measure.bandwidth;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
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
 * @param folder folder for the programs' output; removed afterwards
 */
public record InterferenceRequest(List<String> programs, Catalogue catalogue, ResolveOptions resolve, boolean measure,
        boolean probe, int rounds, long timeout, long seed, Optional<ContentionModel> model, ProfileLibrary library,
        Path folder) {
    public InterferenceRequest {
        programs = List.copyOf(programs);
    }
}
