package runbench.measure.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests a batch on several hosts, some of which fail. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
@Tag("beside")
@Tag("scenario")
class OverHostsTest {
    /** Replaces runbench: writes the folder's run.json like a run. Its fifth argument is the folder. */
    private static final String WELL = "echo '{\"state\":\"finished\"}' > \"$5/run.json\"; sleep 0.1";

    @TempDir
    private Path dir;

    private final List<String> said = Collections.synchronizedList(new ArrayList<>());

    private BatchObserver observer() {
        return new BatchObserver() {
            @Override
            public void begun(BatchFolder folder) {
            }

            @Override
            public Outcome follow(BatchItem item, Double seconds, Work work) throws InterruptedException {
                return work.run();
            }

            @Override
            public void logged(String line) {
                said.add(line);
            }

            @Override
            public void interrupted(BatchFolder folder) {
            }

            @Override
            public void close() {
            }
        };
    }

    private List<Outcome> run(String template, List<String> hosts, String runbench, int items, boolean retryFailed)
            throws Exception {
        Path path = dir.resolve("batch");
        List<BatchItem> plan = new ArrayList<>();
        for (int i = 0; i < items; i++) {
            plan.add(new BatchItem("item" + i, "1ms"));
        }
        BatchFolder folder = BatchFolder.holdsBatch(path) ? BatchFolder.open(path)
                : BatchFolder.create(path, plan, List.of());
        OverHosts spread = new OverHosts(template, hosts,
                new ItemCommand(List.of("/bin/sh", "-c", runbench), List.of()), item -> Duration.ofSeconds(30),
                item -> null, observer());
        return new Batch(folder, spread, said::add).run(retryFailed);
    }

    private String host(String item) {
        return ItemCommand.host(dir.resolve("batch").resolve(item).resolve("1ms")).orElse("nowhere");
    }

    @Test
    void eachItemRunsOnceOnOneHost() throws Exception {
        List<Outcome> outcomes = run("env RB_TEST_HOST={host} {command}", List.of("one", "two"),
                "echo $RB_TEST_HOST >> '" + dir + "/hosts'; " + WELL, 6, false);
        assertThat(outcomes).hasSize(6).allMatch(Outcome::ok);
        assertThat(Files.readAllLines(dir.resolve("hosts"))).hasSize(6).contains("one", "two");
        assertThat(host("item3")).isNotEqualTo("nowhere");
    }

    @Test
    void anotherHostRunsTheItemsOfALostHost() throws Exception {
        List<Outcome> outcomes = run("sh -c 'test {host} = one || { echo no route; exit 255; }; exec {command}'",
                List.of("one", "two"), WELL, 5, false);
        assertThat(outcomes).hasSize(5).allMatch(Outcome::ok);
        assertThat(said).anyMatch(l -> l.contains("two did not run it: it was not reached (exit code 255; no route)"))
                .contains("two is given up: it did not run 2 runs in a row");
    }

    @Test
    void aTruncatedRunIsRepeatedAndItsFilesAreKept() throws Exception {
        List<Outcome> outcomes = run("{command}", List.of("one"), "if [ -e '" + dir + "/second' ]; then " + WELL
                + "; else touch '" + dir + "/second'; echo '{\"state\":\"running\"}' > \"$5/run.json\"; kill -9 $$; fi",
                1, false);
        assertThat(outcomes).containsExactly(Outcome.ok(new BatchItem("item0", "1ms")));
        assertThat(dir.resolve("batch/item0/1ms.earlier-1/run.json")).content().contains("running");
        assertThat(said).anyMatch(l -> l.contains("one did not run it: the run was cut off (exit code 137"));
    }

    @Test
    void aBenchmarkThatFailsIsNotALostHost() throws Exception {
        List<Outcome> outcomes = run("{command}", List.of("one", "two"),
                "echo '{\"state\":\"failed\",\"failure\":\"exit status 7\"}' > \"$5/run.json\"; exit 1", 3, false);
        assertThat(outcomes).hasSize(3).allMatch(o -> !o.ok() && o.reason().equals("exit status 7"));
        assertThat(said).noneMatch(l -> l.contains("did not run it"));
    }

    @Test
    void itemsStayOpenWithoutHosts() throws Exception {
        assertThat(run("false {host} {command}", List.of("one", "two"), WELL, 6, false)).hasSizeLessThan(6);
        assertThat(said).anyMatch(l -> l.contains("runs are left, and no host to run them on"))
                .anyMatch(l -> l.startsWith("one is given up"));
        assertThat(run("{command}", List.of("one"), WELL, 6, true)).hasSize(6).allMatch(Outcome::ok);
    }

    @Test
    void conflictingOptionsAreRejected() {
        assertThatThrownBy(() -> new Spreading("ssh {host} {command}", List.of(), false, List.of()))
                .hasMessageContaining("no host is named");
        assertThatThrownBy(() -> new Spreading("ssh {host}", List.of("a"), false, List.of()))
                .hasMessageContaining("{command} is missing");
        assertThatThrownBy(() -> new Spreading("ssh {host} {command}", List.of("a"), true, List.of()))
                .hasMessageContaining("two ways");
        assertThatThrownBy(() -> new Spreading(null, List.of("a"), false, List.of()))
                .hasMessageContaining("nothing says how");
        assertThatThrownBy(() -> new Spreading(null, List.of(), false, List.of("--exclusive")))
                .hasMessageContaining("--slurm");
    }

    @Test
    void anInternalErrorEndsTheBatch() throws Exception {
        BatchFolder folder = BatchFolder.create(dir.resolve("batch"),
                List.of(new BatchItem("item0", "1ms"), new BatchItem("item1", "1ms")), List.of());
        OverHosts spread = new OverHosts("{command}", List.of("one", "two"),
                new ItemCommand(List.of("/bin/sh", "-c", WELL), List.of()), item -> Duration.ofSeconds(30), item -> {
                    throw new IllegalStateException("defect of " + item.period());
                }, observer());
        assertThatThrownBy(() -> new Batch(folder, spread, said::add).run(false))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("defect of 1ms");
    }

    @Test
    void anotherHostRepeatsARunEndedFromOutside() throws Exception {
        List<Outcome> outcomes = run("{command}", List.of("one", "two"),
                "if [ -e '" + dir + "/second' ]; then " + WELL + "; else touch '" + dir + "/second'; exit 143; fi", 1,
                false);
        assertThat(outcomes).containsExactly(Outcome.ok(new BatchItem("item0", "1ms")));
    }
}
