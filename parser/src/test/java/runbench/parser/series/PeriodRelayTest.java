package runbench.parser.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.progress.Progress;
import runbench.parser.record.Recording;
import runbench.parser.record.Synthetic;
import runbench.parser.series.SeriesCollector.PeriodVisitor;

class PeriodRelayTest {
    private static final int EVENTS = 3;

    @TempDir
    Path directory;

    private Periods periods(long samples) {
        Path file = directory.resolve("samples.rec");
        Synthetic.run(file, samples, EVENTS, 2);
        return Periods.of(Recording.open(file));
    }

    /** Mixes every public value of the periods, in their order. */
    private static final class Digest implements PeriodVisitor {
        private long periods;
        private long mixed;

        @Override
        public void period(Period p) {
            periods++;
            for (long value : new long[]{p.flags(), p.group(), p.cpu(), p.task(), p.tid(), p.wallNanos(),
                    p.wallDeltaNanos(), p.wallStepNanos(), p.runNanos(), p.runDeltaNanos(), p.lengthNanos(),
                    Double.doubleToLongBits(p.shareMeasured()), p.isWhole() ? 1 : 0}) {
                mix(value);
            }
            for (int e = 0; e < EVENTS; e++) {
                for (double value : new double[]{p.has(e) ? 1 : 0, p.count(e), p.total(e), p.estimate(e), p.rate(e),
                        p.estimatedTotal(e), p.measuredNanos(e), p.rateNanos(e), p.isAbout(e) ? 1 : 0}) {
                    mix(Double.doubleToLongBits(value));
                }
            }
        }

        private void mix(long value) {
            mixed = 31 * mixed + value;
        }
    }

    @Test
    void eachVisitorReceivesAllPeriodsInTheirOrder() {
        Periods periods = periods(10_000);
        Digest alone = new Digest();
        periods.forEach(alone);
        for (int helpers : new int[]{1, 3}) {
            Digest[] relayed = IntStream.range(0, 5).mapToObj(i -> new Digest()).toArray(Digest[]::new);
            try (PeriodRelay relay = new PeriodRelay(relayed, helpers)) {
                periods.forEach(relay);
                relay.finish();
            }
            assertThat(alone.periods).isGreaterThan(9_000);
            assertThat(relayed).allSatisfy(d -> {
                assertThat(d.periods).isEqualTo(alone.periods);
                assertThat(d.mixed).isEqualTo(alone.mixed);
            });
        }
    }

    @Test
    void aFailureOfAVisitorEndsTheReading() {
        Periods periods = periods(10_000);
        List<Long> seen = new ArrayList<>();
        PeriodVisitor failing = p -> {
            if (p.wallNanos() > 2_000 * Synthetic.MS) {
                throw new IllegalStateException("full");
            }
        };
        try (PeriodRelay relay = new PeriodRelay(new PeriodVisitor[]{p -> seen.add(p.wallNanos()), failing}, 1)) {
            assertThatThrownBy(() -> {
                periods.forEach(relay);
                relay.finish();
            }).isInstanceOf(IllegalStateException.class).hasMessage("full");
        }
        assertThat(seen.size()).isLessThan(9_000);
    }

    @Test
    void collectorsOnAllCpusGiveTheSameResults() {
        Periods periods = periods(60_000);
        List<Envelope> alone = Envelopes.of(periods, 500);
        SeriesCollector<List<Envelope>> first = Envelopes.collector(periods, Axis.RUN_TIME, 500);
        SeriesCollector<List<Envelope>> second = Envelopes.collector(periods, Axis.WALL_TIME, 500);
        SeriesReport report = periods.readOnAllCpus(Progress.NONE, List.of(first, second));

        assertThat(periods.isWorthThreads()).isTrue();
        assertThat(report.counted()).isEqualTo(periods.report().counted());
        List<Envelope> parallel = first.result(report);
        assertThat(parallel).hasSameSizeAs(alone);
        for (int e = 0; e < EVENTS; e++) {
            assertThat(parallel.get(e).mean()).containsExactly(alone.get(e).mean());
            assertThat(parallel.get(e).max()).containsExactly(alone.get(e).max());
        }
        assertThat(second.result(report)).hasSize(EVENTS);
    }
}
