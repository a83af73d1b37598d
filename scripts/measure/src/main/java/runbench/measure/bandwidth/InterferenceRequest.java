package runbench.measure.bandwidth;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import runbench.catalogue.Catalogue;
import runbench.catalogue.ResolveOptions;
import runbench.schedule.contention.ContentionModel;
import runbench.schedule.profile.ProfileLibrary;

/**
 * Who is to be held against whom.
 *
 * @param programs benchmarks or commands, as a person writes them
 * @param measure each pair is run
 * @param probe each is run beside a reader of memory, which tells what it asks for
 * @param rounds of all that is run
 * @param timeout seconds that one pair may take
 * @param seed of the order
 * @param model to predict by; empty: nothing is predicted
 * @param library of profiles, where nothing is found out by running
 * @param folder for what the programs write; removed afterwards
 */
public record InterferenceRequest(List<String> programs, Catalogue catalogue, ResolveOptions resolve, boolean measure,
        boolean probe, int rounds, long timeout, long seed, Optional<ContentionModel> model, ProfileLibrary library,
        Path folder) {
    public InterferenceRequest {
        programs = List.copyOf(programs);
    }
}
