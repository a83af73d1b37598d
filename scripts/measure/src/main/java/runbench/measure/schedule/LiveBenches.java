package runbench.measure.schedule;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;
import runbench.base.error.RunbenchException;
import runbench.catalogue.Catalogue;
import runbench.catalogue.NamedRun;
import runbench.catalogue.ResolveOptions;
import runbench.schedule.profile.BandwidthProfile;
import runbench.schedule.workload.Workload;
import runbench.schedule.workload.Workload.WorkloadProgram;

/**
 * Resolves the benchmarks of a workload and their profiles.
 *
 * @param catalogue catalogue of benchmarks
 * @param options options that apply to all runs
 */
public record LiveBenches(Catalogue catalogue, ResolveOptions options) {
    /**
     * Checks all benchmarks of a workload.
     *
     * @throws RunbenchException exit code 2 or 3: a benchmark or run is unknown or not on this machine
     */
    void check(Workload w) {
        w.programs()
                .forEach(p -> p.benchmark().ifPresent(b -> NamedRun.find(b, catalogue).resolve(options, Path.of(""))));
    }

    /**
     * Returns the workload with profiles for the benchmarks that have none.
     *
     * @param profiles returns the profile of a name such as {@code 470.lbm} or {@code 470.lbm:tiny}; empty if there is
     *     none
     */
    Workload withProfiles(Workload w, Function<String, Optional<BandwidthProfile>> profiles) {
        return new Workload(w.name(), w.unit(), w.machine(),
                w.programs()
                        .stream()
                        .map(p -> p.profile().isPresent() || p.benchmark().isEmpty() ? p
                                : profiles.apply(NamedRun.find(p.benchmark().orElseThrow(), catalogue).name(options))
                                        .map(f -> with(p, f.in(w.unit())))
                                        .orElse(p))
                        .toList());
    }

    private static WorkloadProgram with(WorkloadProgram p, BandwidthProfile profile) {
        return new WorkloadProgram(p.name(), p.threads(), Optional.of(profile), p.command(), p.benchmark(),
                p.arrivalSeconds(), p.background(), p.barrierSeconds());
    }
}
