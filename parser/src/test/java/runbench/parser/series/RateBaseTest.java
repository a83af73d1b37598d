package runbench.parser.series;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.progress.Progress;
import runbench.parser.record.Recording;
import runbench.parser.record.RecordingWriter;
import runbench.parser.record.Synthetic;
import runbench.parser.stats.RunSummary;
import runbench.parser.stats.RunSummary.EventSummary;

/** The time by which counts are divided, in units and values. */
class RateBaseTest {
    private static final long MS = Synthetic.MS;

    @TempDir
    private Path folder;

    /** Two series of 4 ms: two tasks that alternate, or two CPUs. */
    private Periods two(String observed) {
        Path file = folder.resolve("two.rec");
        try (RecordingWriter w = new RecordingWriter(file, 1,
                Synthetic.metadata("kernel", MS, "page-faults:software:0:0").replace("\"inherit\"", observed))) {
            for (int i = 1; i <= 4; i++) {
                w.sample(0, 0, 10, 0, i * MS, i * MS, i * MS, 10L * i)
                        .sample(0, 1, 11, 1, i * MS, i * MS, i * MS, 30L * i);
            }
            w.total(0, 4 * MS, 8 * MS, 160).end(Synthetic.trailer(8));
        }
        return Periods.of(Recording.open(file));
    }

    @Test
    void ratesOfTasksArePerSecondOfRunningTime() {
        Periods periods = two("\"inherit\"");
        EventSummary faults = RunSummary.of(periods).events().get(0);
        assertThat(faults.rateUnit()).isEqualTo("page-faults/s of running time");
        assertThat(faults.meanRate()).isEqualTo(20_000);
        assertThat(faults.peakRate()).isEqualTo(30_000);
        Envelope curve = Envelopes.of(periods, Axis.WALL_TIME, 1, Progress.NONE).get(0);
        assertThat(curve.rateUnit()).isEqualTo(faults.rateUnit());
        assertThat(curve.mean()).containsExactly(20_000);
        assertThat(curve.figures().mean()).isEqualTo(20_000);
    }

    @Test
    void ratesOfCpusAreAddedUpPerSecondOfWallTime() {
        Periods periods = two("\"observed\":\"cpus\",\"observed_cpus\":[0,1],\"inherit\"");
        EventSummary faults = RunSummary.of(periods).events().get(0);
        assertThat(faults.rateUnit()).isEqualTo("page-faults/s of wall time");
        assertThat(faults.meanRate()).isEqualTo(40_000);
        assertThat(faults.peakRate()).as("no period covers both CPUs").isNull();
        List<Envelope> curves = Envelopes.of(periods, 1);
        assertThat(curves.get(0).rateUnit()).isEqualTo(faults.rateUnit());
        assertThat(curves.get(0).mean()).containsExactly(40_000);
        assertThat(curves.get(0).max()).containsExactly(40_000);
        List<List<Envelope>> each = Envelopes.ofTasks(periods, Axis.WALL_TIME, 1, new int[]{0, 1});
        assertThat(each.get(0).get(0).mean()).containsExactly(10_000);
        assertThat(each.get(1).get(0).mean()).containsExactly(30_000);
    }

    @Test
    void onlyRatesHaveABase() {
        assertThat(RateBase.WALL_TIME.in("W")).isEqualTo("W");
        assertThat(RateBase.RUNNING_TIME.in("instructions/cycle")).isEqualTo("instructions/cycle");
        assertThat(RateBase.ONE_CPU.in("B/s")).isEqualTo("B/s per CPU");
        assertThat(RateBase.isRate("B/s per CPU")).isTrue();
        assertThat(RateBase.isRate("instructions/cycle")).isFalse();
        assertThat(RateBase.RUNNING_TIME.isIn("faults/s of running time")).isTrue();
        assertThat(RateBase.RUNNING_TIME.isIn("faults/s of wall time")).isFalse();
    }
}
