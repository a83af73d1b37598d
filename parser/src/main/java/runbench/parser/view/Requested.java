package runbench.parser.view;

import java.util.Optional;
import runbench.base.error.RunbenchException;
import runbench.parser.series.SeriesCollector;
import runbench.parser.series.SeriesCollector.PeriodVisitor;
import runbench.parser.series.SeriesCollector.RecordVisitor;
import runbench.parser.series.SeriesReport;

/**
 * A requested result of a reading. If one request fails, for example because its disk is full, the others are not
 * affected.
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
     * Returns the result.
     *
     * @throws RunbenchException the request failed
     * @throws IllegalStateException before the recording has been read
     */
    public T get() {
        if (failure != null) {
            throw failure;
        }
        if (!finished) {
            throw new IllegalStateException("requested before the recording has been read");
        }
        return result;
    }

    /** Returns the collector for a second reading; empty if the first reading is sufficient. */
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

    /** Returns the collector, which ignores all periods after a failure. */
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
