package runbench.parser.export;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import runbench.base.progress.Progress;
import runbench.parser.record.Cursor;
import runbench.parser.record.Recording;
import runbench.parser.record.Synthetic;
import runbench.parser.view.RunView;

/** The time to read, summarise and export a recording of 2,000,000 samples, in ms: scripts/bench/jmh parser Export. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 2)
@Measurement(iterations = 5)
@Fork(1)
public class ExportBenchmark {
    private static final int SAMPLES = 2_000_000;

    private Path folder;
    private Recording recording;

    @Setup
    public void write() throws IOException {
        folder = Files.createTempDirectory("export-benchmark");
        Path file = folder.resolve("samples.rec");
        Synthetic.run(file, SAMPLES, 4, 2);
        recording = Recording.open(file);
    }

    @TearDown
    public void delete() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    /** Opens the recording, which verifies its checksums. */
    @Benchmark
    public Recording open() throws IOException {
        return Recording.open(folder.resolve("samples.rec"));
    }

    /** Reads every record. */
    @Benchmark
    public long scan() {
        Cursor cursor = recording.cursor();
        long sum = 0;
        while (cursor.next()) {
            sum += cursor.kind() + cursor.wallNanos() + cursor.value(0) + cursor.value(3);
        }
        return sum;
    }

    /** Computes the summary and the curves of a chart in one pass. */
    @Benchmark
    public RunView summaryAndCurves() throws IOException {
        RunView view = RunView.of(recording, List.of());
        view.summary();
        view.curves(null, 2000, 0, 2000);
        view.read(Progress.NONE);
        return view;
    }

    /** Writes the CSV file and four files for gnuplot. */
    @Benchmark
    public RunView tables() throws IOException {
        RunView view = RunView.of(recording, List.of());
        view.summary();
        view.csv(folder.resolve("samples.csv"));
        view.gnuplot(folder, "bench");
        view.read(Progress.NONE);
        return view;
    }
}
