package runbench.parser.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import runbench.base.progress.Progress;
import runbench.parser.record.Kind;
import runbench.parser.record.RecordingWriter;
import runbench.parser.record.Synthetic;
import runbench.parser.stats.RunSummary;

/**
 * A task runs for 100 ms. Counting is enabled from 20 to 50 ms and from 70 to 80 ms; each counted ms has 10 page
 * faults.
 */
class CountedTimeTest extends PeriodsFixture {
    private static final long START = 1_000_000_000_000L;
    private static final int[][] STRETCHES = {{20, 50}, {70, 80}};

    private RecordingWriter begin() {
        String metadata = Synthetic.metadata("kernel", MS, "page-faults:software:0:0", "task-clock:software:0:1:1");
        RecordingWriter out = new RecordingWriter(file, 2,
                "{\"control\":{\"starts\":\"disabled\"}," + metadata.substring(1));
        return out.task(0, 9, 9, Kind.ALL_TASKS, START).control(false, START);
    }

    private static String trailer(String control) {
        return Synthetic.trailer(40)
                .replace("\"wall_ns\":5000000000", "\"wall_ns\":" + 100 * MS)
                .replace("\"totals\"", "\"control\":" + control + ",\"totals\"");
    }

    /** Writes the run; the samples are in the middle of each counted ms, so that one period crosses the gap. */
    private Periods run() {
        RecordingWriter out = begin();
        long run = MS / 2;
        for (int[] stretch : STRETCHES) {
            out.control(true, START + stretch[0] * MS);
            for (int ms = stretch[0]; ms < stretch[1]; ms++, run += MS) {
                out.sample(0, 0, 9, 0, START + ms * MS + MS / 2, run, run, run / (MS / 10), run);
            }
            out.control(false, START + stretch[1] * MS);
        }
        out.close(0, 0, 9, 0, START + 100 * MS, 40 * MS, 40 * MS, 400, 40 * MS)
                .exit(0, 9, START + 100 * MS)
                .total(0, START + 100 * MS, 40 * MS, 400, 40 * MS)
                .end(trailer("{\"counted_ns\":40000000,\"stretches\":2,\"unknown\":\"snapshot\",\"unknown_count\":2}"));
        return periods();
    }

    @Test
    void partsOfIntervalsAreCounted() {
        CountedTime t = run().counted();
        assertThat(t.stretches()).isEqualTo(2);
        assertThat(t.within(START, START + 20 * MS)).isZero();
        assertThat(t.within(START + 10 * MS, START + 30 * MS)).isEqualTo(10 * MS);
        assertThat(t.within(START + 40 * MS, START + 75 * MS)).isEqualTo(15 * MS);
        assertThat(t.within(START + 80 * MS, START + 70 * MS)).isZero();
        assertThat(t.within(START, START + 100 * MS)).isEqualTo(40 * MS);
        assertThat(t.lastBefore(START + 60 * MS)).isEqualTo(START + 50 * MS);
        assertThat(t.lastBefore(START + 75 * MS)).isEqualTo(START + 75 * MS);
        assertThat(t.back(START + 72 * MS, 3 * MS)).isEqualTo(START + 49 * MS);
        assertThat(t.back(START + 72 * MS, 90 * MS)).isEqualTo(START + 20 * MS);
        assertThat(CountedTime.WHOLE.within(START, START + 7)).isEqualTo(7);
    }

    @Test
    void chartIsBlankWhereNothingWasCounted() {
        Periods periods = run();
        assertThat(Envelopes.defaultAxis(periods)).isEqualTo(Axis.WALL_TIME);
        List<Envelope> all = Envelopes.of(periods, 100);
        for (int ms = 0; ms < 100; ms++) {
            boolean counted = ms >= 20 && ms < 50 || ms >= 70 && ms < 80;
            for (Envelope e : all) {
                double mean = e.mean()[ms];
                if (counted) {
                    assertThat(mean).as(e.event() + " in ms " + ms)
                            .isCloseTo(e.event().equals("task-clock") ? 1 : 10_000, within(e.event().length() * 1e-3));
                } else {
                    assertThat(mean).as(e.event() + " in ms " + ms).isNaN();
                }
            }
        }
        SeriesReport report = periods.report();
        assertThat(report.meanRate(1, true)).as("busy CPUs of the counted time").isCloseTo(1, within(1e-9));
        assertThat(report.gaps()).isZero();
        assertThat(report.exact()).isTrue();
    }

    @Test
    void summaryStatesTheCountedShareAndUnknownCommands() {
        RunSummary s = run().collect(Progress.NONE, RunSummary.collector(periods(), List.of()));
        assertThat(s.provenance().control()).isEqualTo(new RunSummary.Control(0.04, 0.4, 2));
        assertThat(s.notes()).anyMatch(n -> n.contains("0.040 s, 40.0 % of the wall time, in 2 stretches"))
                .anyMatch(n -> n.contains("'snapshot', which only perf supports (and 1 more unknown line)"));
        assertThat(s.events().get(0).meanRate()).isCloseTo(10_000, within(1e-6));
        assertThat(s.irregular()).isZero();
    }

    @Test
    void runThatWasNeverEnabledHasNoCounts() {
        begin().exit(0, 9, START + 100 * MS)
                .total(0, START + 100 * MS, 0, 0, 0)
                .end(trailer("{\"counted_ns\":0,\"stretches\":0}"));
        Periods periods = periods();
        RunSummary s = periods.collect(Progress.NONE, RunSummary.collector(periods, List.of()));
        assertThat(s.events()).allMatch(e -> e.finalCount() == null)
                .filteredOn(e -> e.reason().contains("never enabled"))
                .hasSize(2);
        assertThat(s.notes()).anyMatch(n -> n.startsWith("nothing was counted"));
    }

    @Test
    void stretchOfATruncatedRecordingIsOpen() {
        begin().control(true, START + 20 * MS)
                .sample(0, 0, 9, 0, START + 30 * MS, 10 * MS, 10 * MS, 100, 10 * MS)
                .seal();
        CountedTime t = Periods.of(runbench.parser.record.Recording.open(file)).counted();
        assertThat(t.within(START, START + 30 * MS)).isEqualTo(10 * MS);
        assertThat(t.to(0)).isEqualTo(Long.MAX_VALUE);
    }
}
