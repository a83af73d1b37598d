package runbench.measure.batch;

import java.time.Duration;
import runbench.base.error.RunbenchException;
import runbench.catalogue.Catalogue;
import runbench.catalogue.ResolveOptions;
import runbench.catalogue.ResolvedBenchmark;
import runbench.catalogue.Resolver;

/** How long the items of a batch take, and how long each may take before it is given up. */
final class BatchEstimates {
    /** What a run's own timeout leaves for preparing, parsing and drawing before the run as a whole is given up. */
    private static final Duration AROUND_A_RUN = Duration.ofMinutes(10);
    private static final Duration USUAL_TIMEOUT = Duration.ofHours(4);

    private final BatchRequest request;
    private final Catalogue catalogue;
    private final ResolveOptions options;

    BatchEstimates(BatchRequest request, Catalogue catalogue, ResolveOptions options) {
        this.request = request;
        this.catalogue = catalogue;
        this.options = options;
    }

    /** Seconds that the benchmark alone takes once; null where unknown. */
    Double seconds(BatchItem item) {
        ResolvedBenchmark benchmark = resolve(item);
        return benchmark == null ? null : benchmark.seconds();
    }

    /** Seconds that the whole item takes; null where unknown. */
    Double expected(BatchItem item) {
        Double once = request.emulated() ? null : seconds(item);
        return once == null ? null : once * request.runs();
    }

    /** After which an item that has not ended by its own timeouts is given up. */
    Duration limit(BatchItem item) {
        return timeout(item).multipliedBy(request.runs()).plus(AROUND_A_RUN);
    }

    private Duration timeout(BatchItem item) {
        if (request.timeout() != null) {
            return request.timeout();
        }
        ResolvedBenchmark benchmark = resolve(item);
        return (benchmark == null ? USUAL_TIMEOUT : benchmark.timeout()).multipliedBy(request.slowdown());
    }

    /** Null where nothing can run: the run itself will say why, in its log line. */
    private ResolvedBenchmark resolve(BatchItem item) {
        try {
            return Resolver.resolve(catalogue.find(item.benchmark()), options);
        } catch (RunbenchException e) {
            return null;
        }
    }
}
