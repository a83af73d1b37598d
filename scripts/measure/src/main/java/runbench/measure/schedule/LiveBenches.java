package runbench.measure.schedule;

import java.nio.file.Path;
import runbench.base.error.RunbenchException;
import runbench.catalogue.Catalogue;
import runbench.catalogue.NamedRun;
import runbench.catalogue.ResolveOptions;
import runbench.schedule.workload.Workload;

/**
 * Where benchmarks of a workload come from.
 *
 * @param options for no run in particular
 */
public record LiveBenches(Catalogue catalogue, ResolveOptions options) {
    /** @throws RunbenchException exit code 2 or 3: a benchmark or its run is not known, or is not on this machine */
    public void check(Workload w) {
        w.programs()
                .forEach(p -> p.benchmark().ifPresent(b -> NamedRun.find(b, catalogue).resolve(options, Path.of(""))));
    }
}
