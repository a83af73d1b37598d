package runbench.measure;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import runbench.measure.machine.Metrics;
import runbench.parser.interval.IntervalCounter.CountSoFar;
import runbench.parser.interval.IntervalCounter;
import runbench.parser.interval.IntervalCounts;
import runbench.parser.record.Recording;
import runbench.sampler.run.SamplingListener.SamplingCounts;
import runbench.sampler.run.SamplingResult.Total;
import runbench.sampler.run.SamplingResult;

/** Passes the counts of each interval of a run on while the program runs. */
final class IntervalReports {
    private final Path recording;
    private final Predicate<IntervalCounts> reader;
    private final Runnable unwanted;
    private IntervalCounter counter;
    private boolean isUnwanted;

    /**
     * Creates a receiver of counts.
     *
     * @param recording recording of the run, which exists when the first counts arrive
     * @param reader takes an interval; returns false if it takes no more
     * @param unwanted called once if the reader takes no more
     */
    IntervalReports(Path recording, Predicate<IntervalCounts> reader, Runnable unwanted) {
        this.recording = recording;
        this.reader = reader;
        this.unwanted = unwanted;
    }

    void counted(SamplingCounts counts) {
        pass(counts.wallNanos(), counts.enabledNanos(), counts.runNanos(), counts.totals());
    }

    /** Passes the last interval on. It is shorter than the others, and contains the rest of the final counts. */
    void ended(SamplingResult result) {
        if (!result.totals().isEmpty()) {
            pass(result.wallNanos(), result.enabledNanos(), result.runNanos(), result.totals());
        }
    }

    private void pass(long wallNanos, long enabledNanos, long runNanos, List<Total> totals) {
        if (isUnwanted) {
            return;
        }
        if (counter == null) {
            Recording file = Recording.open(recording);
            counter = new IntervalCounter(file, Metrics.of(file, null));
        }
        Map<String, CountSoFar> counts = new LinkedHashMap<>();
        totals.forEach(t -> counts.put(t.name(), new CountSoFar(t.value(), t.enabledNanos(), t.runningNanos())));
        isUnwanted = !reader.test(counter.next(wallNanos, enabledNanos, runNanos, counts));
        if (isUnwanted) {
            unwanted.run();
        }
    }
}
