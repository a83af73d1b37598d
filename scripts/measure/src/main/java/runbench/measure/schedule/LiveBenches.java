package runbench.measure.schedule;

import java.nio.file.Path;
import runbench.base.error.RunbenchException;
import runbench.catalogue.Catalogue;
import runbench.catalogue.NamedRun;
import runbench.catalogue.ResolveOptions;
import runbench.schedule.workload.Workload;

/**
 * Resolves the benchmarks of a workload.
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
    public void check(Workload w) {
        w.programs()
                .forEach(p -> p.benchmark().ifPresent(b -> NamedRun.find(b, catalogue).resolve(options, Path.of(""))));
    }
}
