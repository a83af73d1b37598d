package runbench.align.perfetto;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.align.perfetto.DecodedArchive.DecodedFile;
import runbench.align.perfetto.DecodedArchive.Event;
import runbench.align.perfetto.DecodedArchive.Slice;
import runbench.base.progress.Progress.ProgressDisplay;
import runbench.parser.record.Recording;

/** A recorded run of two phases in turn: one touches fresh pages, the other none. */
class RunTraceTest {
    private static final Path HOME = Path.of(System.getProperty("runbench.home", ".."));
    private static final Path RECORDING = HOME
            .resolve("scripts/cli/src/test/resources/runbench/cli/two-phases/samples.rec");
    private static final int COUNTER = 4;

    @TempDir
    private Path folder;

    private RunTrace.Written write(long most) throws Exception {
        return RunTrace.write(Recording.open(RECORDING), folder.resolve("run.pftrace"), most, ProgressDisplay.NONE);
    }

    private static double countAt(List<Event> counts, long nanos) {
        double count = 0;
        for (Event e : counts) {
            count = e.nanos() <= nanos ? e.value() : count;
        }
        return count;
    }

    @Test
    void phasesMatchTheirCounts() throws Exception {
        RunTrace.Written written = write(PerfettoArchive.MOST_VALUES);
        DecodedFile trace = DecodedArchive.file(written.file());
        List<Event> counts = trace.on(trace.track("page-faults so far").uuid(), COUNTER);
        assertThat(counts.get(counts.size() - 1).value()).isEqualTo(162609);
        List<Slice> phases = trace.slices(trace.track("phases").uuid());
        assertThat(phases).extracting(Slice::name)
                .containsExactly("A", "B", "A", "B", "A", "B", "A", "B")
                .hasSize(written.phases());
        double inA = 0;
        for (Slice s : phases) {
            inA += s.name().equals("A") ? countAt(counts, s.to()) - countAt(counts, s.from()) : 0;
        }
        assertThat(inA / 162609).as("nearly all pages were touched in A, by wall time too").isGreaterThan(0.98);
        assertThat(trace.slices(trace.track("repeats").uuid())).extracting(Slice::name)
                .containsExactly("1", "2", "3", "4");
        assertThat(trace.tracks().values()).extracting(DecodedArchive.Track::name)
                .doesNotContain("clock error (1 sigma)");
        assertThat(trace.track("page-faults").unit()).isEqualTo("faults/s of running time");
    }

    /** Combined values keep their counts. */
    @Test
    void thinnedCountersKeepTheirTotals() throws Exception {
        RunTrace.Written written = write(100);
        DecodedFile trace = DecodedArchive.file(written.file());
        assertThat(written.periods()).isEqualTo(12);
        List<Event> counts = trace.on(trace.track("page-faults so far").uuid(), COUNTER);
        assertThat(counts).hasSizeLessThan(400);
        assertThat(counts.get(counts.size() - 1).value()).isEqualTo(162609);
    }

    @Test
    void protocDecodesItByTheSchema() throws Exception {
        assertThat(DecodedArchive.protoc(write(PerfettoArchive.MOST_VALUES).file()))
                .doesNotContainPattern("(?m)^\\s*\\d+[ :]")
                .contains("process_name: \"./two-phases\"", "unit_name: \"faults/s of running time\"",
                        "type: TYPE_SLICE_BEGIN");
    }
}
