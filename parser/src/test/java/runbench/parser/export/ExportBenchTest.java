package runbench.parser.export;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.progress.Progress;
import runbench.parser.record.Cursor;
import runbench.parser.record.Recording;
import runbench.parser.record.Synthetic;
import runbench.parser.series.Envelopes;
import runbench.parser.series.Periods;
import runbench.parser.stats.RunSummary;

/** Prints how fast 2,000,000 samples are read, summarised and exported; the first round is a cold JVM. */
@Tag("bench")
class ExportBenchTest {
    private static final int SAMPLES = 2_000_000;

    @TempDir
    Path dir;

    @Test
    void twoMillionSamples() throws IOException {
        Path file = dir.resolve("samples.rec");
        Synthetic.run(file, SAMPLES, 4, 2);
        System.out.printf("recording: %d samples, %.0f MB%n", SAMPLES, Files.size(file) / 1e6);
        for (int round = 0; round < 3; round++) {
            long start = System.nanoTime();
            Recording recording = Recording.open(file);
            long opened = System.nanoTime();
            Cursor cursor = recording.cursor();
            long sum = 0;
            while (cursor.next()) {
                sum += cursor.kind() + cursor.wallNanos() + cursor.value(0) + cursor.value(3);
            }
            long scanned = System.nanoTime();
            Periods periods = Periods.of(recording);
            RunSummary summary = RunSummary.of(periods);
            long summarised = System.nanoTime();
            Exports.all(periods, summary, dir, "bench", Progress.NONE);
            long exported = System.nanoTime();
            Envelopes.of(periods, 2000);
            long drawn = System.nanoTime();
            System.out.printf("round %d: open and verify %.3f s, scan %.1f M records/s (%x), summary %.3f s, "
                    + "CSV + 4 .dat %.3f s (CSV %.0f MB), envelopes %.3f s%n", round, (opened - start) / 1e9,
                    recording.records() / ((scanned - opened) / 1e3), sum, (summarised - scanned) / 1e9,
                    (exported - summarised) / 1e9, Files.size(dir.resolve("samples.csv")) / 1e6, (drawn - exported) / 1e9);
        }
    }
}
