package runbench.parser.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import runbench.base.progress.Progress;
import runbench.parser.export.Exports;
import runbench.parser.metrics.MetricTable;
import runbench.parser.microarchitecture.Microarchitectures;
import runbench.parser.record.EventInfo.CountStatus;
import runbench.parser.record.Recording;
import runbench.parser.record.RecordingMerge;
import runbench.parser.record.RecordingWriter;
import runbench.parser.record.Synthetic;
import runbench.parser.record.Zen5;
import runbench.parser.stats.RunSummary;
import runbench.parser.stats.RunSummary.EventSummary;

class ImpossibleCountsTest extends PeriodsFixture {
    private static final long JUMP = 1L << 47;

    private static EventSummary event(RunSummary summary, String name) {
        return summary.events().stream().filter(e -> e.name().equals(name)).findFirst().orElseThrow();
    }

    /** Three events: the jumping one must be found and estimated, the others stay exact. */
    @ParameterizedTest
    @CsvSource({"jump-403.gcc-100ms, L1D_WRITE_MISS, 7.3e7, 0.05",
            "jump-403.gcc-one-unit-b, L1D_ALL_REF, 3.13e10, 0.01"})
    void jumpsOfARealCounterAreLeftOutAndTold(String name, String jumping, double truth, double tolerance)
            throws IOException {
        Periods periods = Periods.of(Zen5.open(dir, name));
        RunSummary summary = RunSummary.of(periods);
        EventSummary e = event(summary, jumping);
        assertThat(e.status()).isEqualTo(CountStatus.ESTIMATED);
        assertThat(e.finalEstimate()).isCloseTo(truth, within(truth * tolerance));
        assertThat(e.finalCount()).isLessThanOrEqualTo(e.finalEstimate().longValue())
                .isGreaterThan((long) (truth * 0.9));
        assertThat(e.impossibleReadings()).isPositive();
        assertThat(e.peakRate()).isLessThan(1e10);
        assertThat(summary.exact()).isFalse();
        assertThat(summary.discrepancies()).singleElement()
                .asString()
                .contains(jumping)
                .contains("more than a CPU can count");
        assertThat(summary.events().stream().filter(o -> !o.name().equals(jumping)))
                .allSatisfy(o -> assertThat(o.status()).isEqualTo(CountStatus.COUNTED));
        for (Envelope envelope : Envelopes.of(periods, 300)) {
            for (double max : envelope.max()) {
                assertThat(Double.isNaN(max) || max < 1e10).as("%s: %s", envelope.event(), max).isTrue();
            }
        }
        Path csv = dir.resolve("samples.csv");
        Exports.csv(periods, csv, Progress.NONE);
        assertThat(Files.readAllLines(csv).stream().filter(line -> line.contains("fault")).count())
                .isEqualTo(e.impossibleReadings());
        assertThat(Files.readAllLines(csv))
                .allSatisfy(line -> assertThat(line.matches(".*\\d{14}.*")).as(line).isFalse());
    }

    private RecordingWriter write(String... events) {
        return new RecordingWriter(file, 2, Synthetic.metadata("kernel", MS, events)).task(0, 9, 9, -1, 0);
    }

    private RunSummary summary() {
        return RunSummary.of(Periods.of(Recording.open(file).requireIntact()));
    }

    /** 1,000 a millisecond; the counter stays where it jumped to, or is back with the next reading. */
    @ParameterizedTest
    @CsvSource({"140737488355328, false", "140737488355328, true", "-140737488355328, false", "1099511627776, false",
            "3000000000, false", "422212465065984, true"})
    void whatFollowsAJumpIsRightAgain(long jump, boolean returns) {
        RecordingWriter out = write("a:pmu:0:0", "b:pmu:0:1");
        long base = jump < 0 ? -jump : 0;
        for (int i = 1; i <= 100; i++) {
            long offset = i == 50 || i > 50 && !returns ? jump : 0;
            out.sample(0, 0, 9, 0, i * MS, i * MS, i * MS, i == 1 ? 1000 : base + i * 1000L + offset, i * 10L);
        }
        out.total(0, 100 * MS, 100 * MS, base + 100_000 + (returns ? 0 : jump), 1000).end(Synthetic.trailer(100));
        RunSummary s = summary();
        EventSummary a = event(s, "a");
        assertThat(a.status()).isEqualTo(CountStatus.ESTIMATED);
        assertThat(a.finalEstimate()).isCloseTo(100_000, within(1.0));
        assertThat(a.peakRate()).isCloseTo(1e6, within(1.0));
        assertThat(event(s, "b").status()).isEqualTo(CountStatus.COUNTED);
        assertThat(event(s, "b").finalCount()).isEqualTo(1000);
        assertThat(s.exact()).isFalse();
    }

    @Test
    void aJumpBehindTheLastReadingIsNoFinalCount() {
        write("a:pmu:0:0", "b:pmu:0:1").sample(0, 0, 9, 0, MS, MS, MS, 1000, 1)
                .sample(0, 0, 9, 0, 2 * MS, 2 * MS, 2 * MS, 2000, 2)
                .total(0, 2 * MS, 2 * MS, JUMP + 2000, 2)
                .end(Synthetic.trailer(2));
        EventSummary a = event(summary(), "a");
        assertThat(a.finalCount()).isEqualTo(2000);
        assertThat(a.status()).isEqualTo(CountStatus.ESTIMATED);
        assertThat(summary().exact()).isFalse();
    }

    /** The helper's word after a run, kept when runs are merged; and a 0 that its trial did not see either. */
    @Test
    void aRunWhoseCountersChangedIsDoubtedAndAZeroThatNothingSawIsSaidToBeOne() {
        write("a:pmu:0:0", "b:pmu:0:1").sample(0, 0, 9, 0, MS, MS, MS, 1000, 0)
                .close(0, 0, 9, 0, MS, MS, MS, 1000, 0)
                .total(0, MS, MS, 1000, 0)
                .end(Synthetic.trailer(1).replace("\"totals\":[]", """
                        "doubt":"the hardware counters changed","totals":[{"name":"a","value":1000,"status":"counted"},\
                        {"name":"b","value":0,"seen_in_trial":false,"status":"counted"}]"""));
        Path merged = dir.resolve("merged.rec");
        RecordingMerge.write(java.util.List.of(Recording.open(file), Recording.open(file)), merged, "two runs");
        for (Path recording : new Path[]{file, merged}) {
            RunSummary s = RunSummary.of(Periods.of(Recording.open(recording)));
            assertThat(s.exact()).isFalse();
            assertThat(s.discrepancies()).containsExactly("the hardware counters changed");
            assertThat(event(s, "a").reason()).isNull();
            assertThat(event(s, "b").status()).isEqualTo(CountStatus.COUNTED);
            assertThat(event(s, "b").finalCount()).isZero();
            assertThat(event(s, "b").reason()).contains("not seen in a trial either");
        }
    }

    /** Large, but no more than a CPU can do: 20 events a ns for a minute; a sum of many ended tasks; a clock. */
    @Test
    void possibleCountsAreLeftAlone() {
        long minute = 60_000 * MS;
        write("a:pmu:0:0", "page-faults:software:0:1").sample(0, 0, 9, 0, minute, minute, minute, 20 * minute, 5 * JUMP)
                .counts(runbench.parser.record.Kind.CLOSE, runbench.parser.record.Kind.Flag.DERIVED, 0, 0, 9, 0,
                        2 * minute, minute, minute, minute, 20 * minute + (1L << 40), 5 * JUMP)
                .total(0, 2 * minute, minute, 20 * minute + (1L << 40), 5 * JUMP)
                .end(Synthetic.trailer(1));
        RunSummary s = summary();
        assertThat(s.exact()).as("%s", s.discrepancies()).isTrue();
        assertThat(s.events().get(0).status()).isEqualTo(CountStatus.COUNTED);
    }

    /** A virtual machine whose counter of instructions stood still beside branches that were counted. */
    @Test
    void aCounterThatStoodStillIsNotCounted() {
        RecordingWriter out = write("instructions:pmu:0:0:1", "branches:pmu:0:1:4");
        for (int i = 1; i <= 10; i++) {
            out.sample(0, 0, 9, 0, i * MS, i * MS, i * MS, 4L * i, 12_000_000L * i);
        }
        out.total(0, 10 * MS, 10 * MS, 41, 120_000_000L).end(Synthetic.trailer(10));
        Periods periods = Periods.of(Recording.open(file));
        RunSummary summary = RunSummary.of(periods,
                MetricTable.builtIn(Microarchitectures.named("unknown")).select("branches_per_instruction"),
                Progress.NONE);
        EventSummary dead = summary.events().get(0);
        assertThat(dead.status()).isEqualTo(CountStatus.NOT_COUNTED);
        assertThat(dead.reason()).contains("120,000,000 branches", "did not count");
        assertThat(dead.finalCount()).isNull();
        assertThat(summary.events().get(1).finalCount()).isEqualTo(120_000_000L);
        assertThat(summary.exact()).isFalse();
        assertThat(summary.discrepancies()).anyMatch(d -> d.startsWith("instructions: "));
        assertThat(summary.metrics()).allMatch(m -> m.value() == null && m.interval() == null);
        assertThat(Envelopes.of(periods, Axis.RUN_TIME, 10, Progress.NONE)).extracting(Envelope::event)
                .containsExactly("branches");
    }
}
