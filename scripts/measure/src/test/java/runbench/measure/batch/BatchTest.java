package runbench.measure.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import runbench.base.error.RunbenchException;
import runbench.parser.record.Recording;
import runbench.parser.record.RecordingWriter;
import runbench.parser.record.Synthetic;
import runbench.parser.series.Periods;
import runbench.parser.stats.RunSummary;
import runbench.sampler.run.SamplingPeriod;

@Tag("scenario")
@Tag("beside")
class BatchTest {
    private static final BatchItem GCC = new BatchItem("403.gcc", "1ms");
    private static final BatchItem LBM = new BatchItem("470.lbm", "1ms");
    private static final BatchItem GCC_SLOW = new BatchItem("403.gcc", "5s");

    @TempDir
    private Path dir;

    @Test
    void aBatchContinuesAfterAFailureAndLogsEveryRun() throws Exception {
        BatchFolder folder = BatchFolder.create(dir.resolve("b"), List.of(GCC, LBM, GCC_SLOW), List.of());
        List<Outcome> outcomes = new Batch(folder, Distribution.inTurn(
                (item, where) -> item.equals(LBM) ? Outcome.error(item, "exit status 3\nmore") : Outcome.ok(item)),
                line -> {}).run(false);

        assertThat(outcomes).extracting(Outcome::ok).containsExactly(true, false, true);
        assertThat(Files.readAllLines(folder.log().file())).hasSize(3)
                .satisfies(l -> assertThat(l).matches("\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d: 403.gcc 1ms -> OK"),
                        org.assertj.core.api.Assertions.atIndex(0))
                .satisfies(l -> assertThat(l).endsWith(": 470.lbm 1ms -> ERROR (exit status 3)"),
                        org.assertj.core.api.Assertions.atIndex(1));
    }

    @Test
    void aResumedBatchSkipsFinishedRuns() throws Exception {
        BatchFolder.create(dir.resolve("b"), List.of(GCC, LBM, GCC_SLOW), List.of());
        BatchFolder folder = BatchFolder.open(dir.resolve("b"));
        folder.log().append(Outcome.ok(GCC));
        folder.log().append(Outcome.error(LBM, "timed out"));
        List<BatchItem> ran = new ArrayList<>();
        Batch batch = new Batch(folder, Distribution.inTurn((item, where) -> {
            ran.add(item);
            return Outcome.ok(item);
        }), line -> {});

        batch.run(false);
        assertThat(ran).containsExactly(GCC_SLOW);

        ran.clear();
        assertThat(batch.run(true)).extracting(Outcome::ok).containsExactly(true, true, true);
        assertThat(ran).containsExactly(LBM);
    }

    @Test
    void aTruncatedLogLineIsNotDone() throws Exception {
        BatchFolder folder = BatchFolder.create(dir.resolve("b"), List.of(GCC, LBM), List.of());
        folder.log().append(Outcome.ok(GCC));
        Files.writeString(folder.log().file(), "2026-01-31 02:10:11: 470.lbm 1m", StandardOpenOption.APPEND);

        assertThat(folder.log().read()).containsExactly(Outcome.ok(GCC));
        folder.log().append(Outcome.ok(LBM));
        assertThat(folder.log().read()).containsExactly(Outcome.ok(GCC), Outcome.ok(LBM));
    }

    @Test
    void theDiskNeedIncludesEveryRunOfAnItem() {
        // 4.6 Mio. samples of 400 bytes for the tables, and 60 more in the recording of each run.
        double once = new DiskNeed(List.of(GCC), 1, dir.resolve("not/there/yet")).bytes(item -> 4600.0,
                SamplingPeriod::parse);
        double five = new DiskNeed(List.of(GCC), 5, dir.resolve("not/there/yet")).bytes(item -> 4600.0,
                SamplingPeriod::parse);
        assertThat(five - once).isEqualTo(4_600_000.0 * 5 * 60);
        assertThatThrownBy(() -> new DiskNeed(List.of(GCC), 1, dir.resolve("not/there/yet")).check(item -> 1e12,
                SamplingPeriod::parse)).isInstanceOf(RunbenchException.class).hasMessageContaining("free");
        assertThat(dir.resolve("not")).doesNotExist();
    }

    @Test
    void theCurrentRunIsEndedOnRequest() throws Exception {
        ChildRunner runner = new ChildRunner(
                List.of("/bin/sh", "-c", "trap 'exit 130' TERM; echo ready; while :; do sleep 0.05; done", "sh"),
                List.of(), item -> Duration.ofMinutes(2));
        Path folder = dir.resolve("run");
        Path said = folder.resolve("runbench.out");
        CompletableFuture<Outcome> outcome = CompletableFuture.supplyAsync(() -> {
            try {
                return runner.run(GCC, folder);
            } catch (InterruptedException e) {
                throw new CompletionException(e);
            }
        });
        Awaitility.await("output of the program that is to be ended")
                .pollInterval(Duration.ofMillis(10))
                .atMost(Duration.ofSeconds(30))
                .until(() -> Files.exists(said) && Files.size(said) > 0);
        runner.endCurrent();
        assertThat(outcome).succeedsWithin(Duration.ofSeconds(60))
                .isEqualTo(Outcome.interrupted(GCC, "exit code 130: ready"));
    }

    /** The program succeeded, but a chart of one sample is useless. */
    @ParameterizedTest
    @CsvSource({"0, false", "1, false", "2, true"})
    void aRunTooShortForItsPeriodIsNotOk(int samples, boolean ok) throws Exception {
        Path recording = dir.resolve("samples.rec");
        RecordingWriter out = new RecordingWriter(recording, 1,
                Synthetic.metadata("kernel", Synthetic.MS, "page-faults:software:0:0")).task(0, 9, 9, -1, 0);
        for (int i = 1; i <= samples; i++) {
            out.sample(0, 0, 9, 0, i * Synthetic.MS, i * Synthetic.MS, i * Synthetic.MS, 70L * i);
        }
        long end = (samples + 1) * Synthetic.MS - 1;
        out.close(0, 0, 9, 0, end, end, end, 200).total(0, end, end, 200).end(Synthetic.trailer(samples));
        Path summary = dir.resolve("summary.json");
        RunSummary.of(Periods.of(Recording.open(recording))).write(summary);
        Path folder = dir.resolve("run");
        Outcome outcome = new ChildRunner(List.of("/bin/sh", "-c", "cp '" + summary + "' '" + folder + "'", "sh"),
                List.of(), item -> Duration.ofMinutes(2)).run(GCC, folder);
        assertThat(outcome.ok()).isEqualTo(ok);
        assertThat(outcome.reason()).startsWith(ok ? "" : "too short for this period: ");
    }

    @Test
    void theErrorForAMissingBatchNamesTheFolder() {
        assertThatThrownBy(() -> BatchFolder.open(dir.resolve("none"))).isInstanceOf(RunbenchException.class)
                .hasMessageContaining("none");
    }

    @Test
    void aChildThatHangsIsEnded() throws Exception {
        ChildRunner runner = new ChildRunner(List.of("/bin/sh", "-c", "exec sleep 60", "sh"), List.of(),
                item -> Duration.ofMillis(300));
        Outcome outcome = runner.run(GCC, dir.resolve("run"));
        assertThat(outcome.ok()).isFalse();
        assertThat(outcome.reason()).startsWith("killed: not finished");
    }

    @Test
    void theReasonOfAFailureComesFromTheRun() throws Exception {
        ChildRunner runner = new ChildRunner(
                List.of("/bin/sh", "-c",
                        "echo '{\"failure\":\"exit status 7 instead of 0\"}' > \"$5/run.json\"; exit 1"),
                List.of(), item -> Duration.ofSeconds(20));
        assertThat(runner.run(GCC, dir.resolve("run"))).isEqualTo(Outcome.error(GCC, "exit status 7 instead of 0"));
        // Another try keeps what the first left.
        runner.run(GCC, dir.resolve("run"));
        assertThat(dir.resolve("run.earlier-1").resolve("run.json")).exists();
    }

    @Test
    void anInterruptedRunIsNotDoneAndRunsAgain() throws Exception {
        for (String left : List.of("exit 130", "exit 143",
                "echo '{\"state\":\"interrupted\",\"failure\":\"interrupted by SIGINT\"}' > \"$4/run.json\"; exit 1")) {
            ChildRunner runner = new ChildRunner(List.of("/bin/sh", "-c", "shift 2; " + left, "sh"), List.of(),
                    item -> Duration.ofMinutes(1));
            Path path = Files.createTempDirectory(dir, "batch");
            BatchFolder folder = BatchFolder.create(path, List.of(GCC), List.of());
            assertThat(new Batch(folder, Distribution.inTurn(runner), line -> {}).run(false)).isEmpty();
            assertThat(Files.readAllLines(folder.log().file())).singleElement()
                    .asString()
                    .contains("403.gcc 1ms -> INTERRUPTED (");
            assertThat(new Batch(BatchFolder.open(path), Distribution.inTurn((item, where) -> Outcome.ok(item)),
                    line -> {}).run(false)).containsExactly(Outcome.ok(GCC));
        }
    }

    @Test
    void aBenchmarkThatEndedWith143OfItsOwnIsAnError() throws Exception {
        ChildRunner runner = new ChildRunner(List.of("/bin/sh", "-c",
                "shift 2; echo '{\"state\":\"failed\",\"failure\":\"exit status 143\"}' > \"$4/run.json\"; exit 143",
                "sh"), List.of(), item -> Duration.ofMinutes(1));
        assertThat(runner.run(GCC, dir.resolve("run"))).isEqualTo(Outcome.error(GCC, "exit status 143"));
    }

    @Test
    void anExitCodeIsReportedWithTheLastLine() throws Exception {
        ChildRunner runner = new ChildRunner(List.of("/bin/sh", "-c", "echo no room here >&2; exit 3", "sh"), List.of(),
                item -> Duration.ofMinutes(1));
        assertThat(runner.run(GCC, dir.resolve("run"))).isEqualTo(Outcome.error(GCC, "exit code 3: no room here"));
    }

    @Test
    void noRunStartsAfterTheEndIsRequested() throws Exception {
        ChildRunner runner = new ChildRunner(List.of("/bin/sh", "-c", "touch '" + dir.resolve("started") + "'", "sh"),
                List.of(), item -> Duration.ofMinutes(1));
        runner.endCurrent();
        assertThatThrownBy(() -> runner.run(GCC, dir.resolve("run"))).isInstanceOf(InterruptedException.class);
        assertThat(dir.resolve("started")).doesNotExist();
    }
}
