package runbench.parser.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.progress.Progress;
import runbench.parser.record.Recording;
import runbench.parser.record.RecordingWriter;
import runbench.parser.record.Synthetic;
import runbench.parser.series.Periods;
import runbench.parser.stats.RunLog.Interval;
import runbench.parser.stats.RunLog.RegionSummary;
import runbench.parser.stats.RunLog.RegionSummary.RegionCount;

/** Two threads with a sample each 10 ms: the first counts 100 in each period, the second 7. */
class RegionCountsTest {
    private static final long START = 1_000_000_000_000L;
    private static final long TEN = 10 * Synthetic.MS;
    @TempDir
    private Path folder;

    private RunSummary summary(String mode, Interval... intervals) {
        Path file = folder.resolve("samples.rec");
        RecordingWriter out = new RecordingWriter(file, 1, Synthetic.metadata(mode, TEN, "page-faults:software:0:0"));
        out.task(0, 9, 9, -1, START).task(1, 10, 9, 9, START);
        for (int i = 1; i <= 10; i++) {
            out.sample(0, 0, 9, 0, START + i * TEN, i * TEN, i * TEN, 100L * i);
            out.sample(0, 1, 10, 1, START + i * TEN, i * TEN, i * TEN, 7L * i);
        }
        out.total(0, START + 10 * TEN, 20 * TEN, 1070).end(Synthetic.trailer(20));
        RunLog log = new RunLog(2L * intervals.length, 0, 1, List.of(intervals), List.of("one remark"));
        Periods periods = Periods.of(Recording.open(file));
        return periods.collect(Progress.NONE, RunSummary.collector(periods, List.of(), log));
    }

    private static Interval region(String name, int tid, double fromTens, double toTens) {
        return new Interval(name, "region", tid, 0, START + Math.round(fromTens * TEN),
                START + Math.round(toTens * TEN), true);
    }

    private static void assertCounts(RegionSummary r, double count, double atLeast, double atMost) {
        RegionCount c = r.events().get(0);
        assertThat(c.count()).isCloseTo(count, within(1e-6));
        assertThat(c.atLeast()).isCloseTo(atLeast, within(1e-6));
        assertThat(c.atMost()).isCloseTo(atMost, within(1e-6));
    }

    @Test
    void aRegionHasTheCountsOfItsOwnThreadAndSaysHowCertain() {
        RunSummary s = summary("kernel", region("solve", 9, 1, 3), region("solve", 9, 4.5, 6.25),
                region("other", 10, 0, 2));
        RegionSummary solve = s.log().regions().get(0);
        assertThat(solve.name()).isEqualTo("solve");
        assertThat(solve.count()).isEqualTo(2);
        assertThat(solve.totalS()).isCloseTo(0.0375, within(1e-9));
        assertThat(solve.longestS()).isEqualTo(0.02);
        assertCounts(solve, 200 + 50 + 100 + 25, 300, 500);
        assertCounts(s.log().regions().get(1), 14, 14, 14);
        assertThat(s.log().remarks()).containsExactly("one remark");
    }

    @Test
    void aRegionWithinItselfCountsOnce() {
        RunSummary s = summary("kernel", region("r", 9, 0, 4), region("r", 9, 1, 2));
        assertThat(s.log().regions().get(0).count()).isEqualTo(2);
        assertThat(s.log().regions().get(0).totalS()).isCloseTo(0.04, within(1e-9));
        assertCounts(s.log().regions().get(0), 400, 400, 400);
    }

    @Test
    void aStateHasTheCountsOfAllThreads() {
        RunSummary s = summary("kernel",
                new Interval("warm", "state", Interval.ALL_THREADS, 0, START, START + 2 * TEN, false));
        assertCounts(s.log().regions().get(0), 214, 214, 214);
        assertThat(s.log().regions().get(0).open()).isEqualTo(1);
    }

    @Test
    void summaryAndTableHoldThem() throws IOException {
        RunSummary s = summary("kernel", region("solve, \"fast\"", 9, 1, 3));
        Path json = folder.resolve("summary.json");
        s.write(json);
        assertThat(RunSummary.read(json).log()).isEqualTo(s.log());
        Path csv = folder.resolve("regions.csv");
        RunCsv.writeRegions(s.log(), csv);
        assertThat(Files.readString(csv))
                .isEqualTo("region,kind,count,open,total_s,shortest_s,longest_s,page-faults,page-faults_at_least,"
                        + "page-faults_at_most\n"
                        + "\"solve, \"\"fast\"\"\",region,1,0,0.02,0.02,0.02,200.0,200.0,200.0\n");
    }

    @Test
    void withoutALogNothingIsSaid() {
        Path file = folder.resolve("samples.rec");
        Synthetic.run(file, 100, 1, 1);
        RunSummary s = RunSummary.of(Periods.of(Recording.open(file)));
        assertThat(s.log()).isNull();
    }
}
