package runbench.parser.export;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.progress.Progress;
import runbench.parser.record.Cursor;
import runbench.parser.record.Recording;
import runbench.parser.record.Synthetic;
import runbench.parser.view.RunView;

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
            RunView chart = RunView.of(recording, List.of());
            chart.summary();
            chart.curves(null, 2000, 0, 2000);
            chart.read(Progress.NONE);
            long drawn = System.nanoTime();
            RunView tables = RunView.of(recording, List.of());
            tables.summary();
            tables.csv(dir.resolve("samples.csv"));
            tables.gnuplot(dir, "bench");
            tables.read(Progress.NONE);
            long exported = System.nanoTime();
            System.out.printf(
                    "round %d: open and verify %.3f s, scan %.1f M records/s (%x), summary and envelopes %.3f s, "
                            + "summary, CSV and 4 .dat %.3f s (CSV %.0f MB)%n",
                    round, (opened - start) / 1e9, recording.records() / ((scanned - opened) / 1e3), sum,
                    (drawn - scanned) / 1e9, (exported - drawn) / 1e9, Files.size(dir.resolve("samples.csv")) / 1e6);
        }
    }
}
