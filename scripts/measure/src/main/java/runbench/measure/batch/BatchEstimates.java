package runbench.measure.batch;

import java.time.Duration;
import runbench.base.error.RunbenchException;
import runbench.catalogue.Catalogue;
import runbench.catalogue.ResolveOptions;
import runbench.catalogue.ResolvedBenchmark;
import runbench.catalogue.Resolver;

/** Estimates how long the items of a batch take and when to give them up. */
final class BatchEstimates {
    /** Time for preparing, parsing and drawing in addition to a run's own timeout. */
    private static final Duration AROUND_A_RUN = Duration.ofMinutes(10);
    private static final Duration DEFAULT_TIMEOUT = Duration.ofHours(4);

    private final BatchRequest request;
    private final Catalogue catalogue;
    private final ResolveOptions options;

    BatchEstimates(BatchRequest request, Catalogue catalogue, ResolveOptions options) {
        this.request = request;
        this.catalogue = catalogue;
        this.options = options;
    }

    /** Returns the estimated time of one run of the benchmark in s; null: unknown. */
    Double seconds(BatchItem item) {
        ResolvedBenchmark benchmark = resolve(item);
        return benchmark == null ? null : benchmark.seconds();
    }

    /** Returns the estimated time of the whole item in s; null: unknown. */
    Double expected(BatchItem item) {
        Double once = request.emulated() ? null : seconds(item);
        return once == null ? null : once * request.runs();
    }

    /** Returns the time after which an item that ignored its own timeouts is given up. */
    Duration limit(BatchItem item) {
        return timeout(item).multipliedBy(request.runs()).plus(AROUND_A_RUN);
    }

    private Duration timeout(BatchItem item) {
        if (request.timeout() != null) {
            return request.timeout();
        }
        ResolvedBenchmark benchmark = resolve(item);
        return (benchmark == null ? DEFAULT_TIMEOUT : benchmark.timeout()).multipliedBy(request.slowdown());
    }

    /** Returns the resolved benchmark; null: it cannot run, and the run itself reports the reason. */
    private ResolvedBenchmark resolve(BatchItem item) {
        try {
            return Resolver.resolve(catalogue.find(item.benchmark()), options);
        } catch (RunbenchException e) {
            return null;
        }
    }
}
