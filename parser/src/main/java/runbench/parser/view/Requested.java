package runbench.parser.view;

import java.util.Optional;
import runbench.base.error.RunbenchException;
import runbench.parser.series.SeriesCollector;
import runbench.parser.series.SeriesCollector.PeriodVisitor;
import runbench.parser.series.SeriesCollector.RecordVisitor;
import runbench.parser.series.SeriesReport;

/**
 * Something that a reading brings. A request that fails (its disk is full) fails alone: the others get what they asked
 * for.
 */
public final class Requested<T> {
    private SeriesCollector<T> collector;
    private T result;
    private boolean finished;
    private RunbenchException failure;

    Requested(SeriesCollector<T> collector) {
        this.collector = collector;
    }

    /**
     * What was asked for.
     *
     * @throws RunbenchException as the request failed
     * @throws IllegalStateException before the recording has been read
     */
    public T get() {
        if (failure != null) {
            throw failure;
        }
        if (!finished) {
            throw new IllegalStateException("wanted before the recording has been read");
        }
        return result;
    }

    /** Where the first reading does not serve: what another has to be made for. */
    Optional<SeriesCollector<T>> correct(SeriesReport report) {
        SeriesCollector<T> right = collector.corrected(report);
        if (right == collector) {
            return Optional.empty();
        }
        collector = right;
        return Optional.of(guarded());
    }

    void finish(SeriesReport report) {
        if (failure == null) {
            guard(() -> result = collector.result(report));
        }
        finished = true;
    }

    void close() {
        guard(collector::close);
    }

    private void guard(Runnable step) {
        try {
            step.run();
        } catch (RunbenchException e) {
            failure = failure == null ? e : failure;
        }
    }

    /** The collector, which gathers nothing more after a failure. */
    SeriesCollector<T> guarded() {
        PeriodVisitor periods = collector.periods();
        RecordVisitor records = collector.records();
        return new SeriesCollector<>() {
            @Override
            public PeriodVisitor periods() {
                return periods == null ? null : p -> {
                    if (failure == null) {
                        try {
                            periods.period(p);
                        } catch (RunbenchException e) {
                            failure = e;
                        }
                    }
                };
            }

            @Override
            public RecordVisitor records() {
                return records;
            }

            @Override
            public T result(SeriesReport report) {
                return collector.result(report);
            }
        };
    }
}
