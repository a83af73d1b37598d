package runbench.schedule.live;

import runbench.catalogue.Catalogue;
import runbench.catalogue.ResolveOptions;

/**
 * Where benchmarks of a workload come from.
 *
 * @param options for no run in particular
 */
public record LiveBenches(Catalogue catalogue, ResolveOptions options) { }
