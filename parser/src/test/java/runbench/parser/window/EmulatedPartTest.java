package runbench.parser.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.progress.Progress;
import runbench.parser.record.Kind;
import runbench.parser.record.Recording;
import runbench.parser.record.RecordingWriter;
import runbench.parser.record.Synthetic;
import runbench.parser.series.Axis;
import runbench.parser.series.Periods;
import runbench.parser.window.PartCollector.PartSummary;

/** A part of a run that counts instructions: its positions are 10^6 of them, and there are no times. */
class EmulatedPartTest {
    private static final long M = 1_000_000;

    @TempDir
    private Path dir;

    /** 40 samples of 10^6 instructions; from the 20th on each counts 300 loads instead of 100. */
    private PartSummary part(double from, double to) {
        Path file = dir.resolve("samples.rec");
        RecordingWriter out = new RecordingWriter(file, 1, Synthetic.metadata("emulated", M, "loads:emulated:0:0")
                .replace("\"axis\":\"run_time\"", "\"axis\":\"instructions\""));
        out.task(0, 7, 7, Kind.ALL_TASKS, 0);
        long loads = 0;
        for (int i = 1; i <= 40; i++) {
            loads += i > 20 ? 300 : 100;
            out.sample(0, 0, 7, 0, i * M, i * M, i * M, loads);
        }
        out.end(Synthetic.trailer(40));
        Periods periods = Periods.of(Recording.open(file));
        return periods.collect(Progress.NONE, new PartCollector(periods, List.of(), Axis.INSTRUCTIONS,
                new TimeWindow(List.of(new TimeWindow.Span(from, to)), "B")));
    }

    @Test
    void ratesArePerMillionInstructionsAndLengthsAreInstructions() {
        PartSummary b = part(20, 40);
        assertThat(b.instructions()).isEqualTo(20 * M);
        assertThat(b.lengthS()).isNull();
        assertThat(b.share()).isCloseTo(0.5, within(1e-9));
        assertThat(b.samples()).isEqualTo(20);
        assertThat(b.events().get(0).count()).isCloseTo(6000, within(1e-6));
        assertThat(b.events().get(0).meanRate()).isCloseTo(300, within(1e-6));
        assertThat(b.window().words(b.axis()))
                .isEqualTo("phase B (1 stretch from 20 M instructions to 40 M instructions)");
    }
}
