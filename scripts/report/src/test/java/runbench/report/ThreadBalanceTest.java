package runbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.parser.stats.RunSummary;

/** Threads of one process, with the CPU time that each had in a run of 10 s. */
class ThreadBalanceTest {
    @TempDir
    private Path dir;

    private static String thread(int tid, String name, double start, double end, Double run) {
        return """
                {"task": %d, "tid": %d, "pid": 100, "parent": -1, "name": "%s", "start_s": %s, "end_s": %s, "run_s": %s,
                 "periods": 10, "counts": null}""".formatted(tid - 100, tid, name, start, end, run);
    }

    private Optional<String> imbalance(int count, String... threads) throws IOException {
        Path file = Files.writeString(dir.resolve("summary.json"), """
                {"benchmark": "b", "axis": "run_time", "period_ns": 1000000, "samples": 10000, "wall_s": 10, "run_s": 10,
                 "task_count": %d, "tasks": [%s]}""".formatted(count, String.join(", ", threads)));
        return RunCaption.imbalance(RunSummary.read(file));
    }

    @Test
    void aThreadThatRunsTwiceAsLongAsTheOthersIsNamed() throws IOException {
        assertThat(imbalance(4, thread(100, "solve", 0, 10, 0.01), thread(101, "solve", 0, 9.9, 8.0),
                thread(102, "solve", 0, 9.8, 4.0), thread(103, "solve", 0, 9.9, 3.0)))
                .hasValue("Thread 101 (solve) ran for 8.00 s, the other 2 threads of its name for 3.50 s on average: "
                        + "the work is not divided evenly.");
    }

    @Test
    void nothingIsToBeSaidOfEqualThreads() throws IOException {
        assertThat(imbalance(3, thread(100, "solve", 0, 10, 5.0), thread(101, "solve", 0, 10, 5.5),
                thread(102, "solve", 0, 10, 4.6))).isEmpty();
    }

    @Test
    void aThreadThatOnlyWaitsForItsWorkerIsNoImbalance() throws IOException {
        assertThat(imbalance(2, thread(100, "solve", 0, 10, 0.01), thread(101, "solve", 0, 10, 9.0))).isEmpty();
    }

    @Test
    void threadsOfOtherNamesOrOtherTimesAreNotCompared() throws IOException {
        assertThat(imbalance(2, thread(101, "solve", 0, 10, 9.0), thread(102, "log", 0, 10, 0.1))).isEmpty();
        assertThat(imbalance(2, thread(101, "solve", 0, 10, 9.0), thread(102, "solve", 8, 10, 1.0))).isEmpty();
    }

    @Test
    void smallOrUnknownTimesAreNoFinding() throws IOException {
        assertThat(imbalance(2, thread(101, "solve", 0, 10, 0.5), thread(102, "solve", 0, 10, 0.1))).isEmpty();
        assertThat(imbalance(2, thread(101, "solve", 0, 10, 9.0), thread(102, "solve", 0, 10, null))).isEmpty();
        assertThat(imbalance(300, thread(101, "solve", 0, 10, 9.0), thread(102, "solve", 0, 10, 1.0)))
                .as("other threads are not listed")
                .isEmpty();
    }
}
