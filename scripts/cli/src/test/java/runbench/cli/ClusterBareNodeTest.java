package runbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import runbench.align.run.ClusterRun;
import runbench.align.run.ClusterState;
import runbench.align.run.RankRecord;
import runbench.pas2p.trace.MpiTrace;

/**
 * Tests with nodes that have only a shell, the C programs and the run's folder. They have no Java, and no C library
 * except the shell's.
 */
@Tag("machine")
@Tag("beside")
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class ClusterBareNodeTest {
    private static final Path HOME = Path.of(System.getProperty("runbench.home")).toAbsolutePath().normalize();
    private static final Path NODE = HOME.resolve("scripts/bench/bare-node");

    @TempDir
    private Path dir;

    @Test
    void theProgramsInCAreEnough() throws Exception {
        assumeTrue(new ProcessBuilder(NODE.toString(), "bare", dir.toString(), "sh", "-c", "true")
                .redirectErrorStream(true)
                .start()
                .waitFor() == 0, "no node in namespaces of its own can be made here (root?)");
        Path run = dir.resolve("run");
        Path output = dir.resolve("output");
        Runbench.Ended ended = Runbench.run(output, List.of("cluster", "--no-chart", "-e", "task-clock,page-faults",
                "-o", run.toString(), "--launch",
                NODE + " {host} " + HOME.resolve("native/build/bundle") + ":" + dir + " {command}", "--hosts",
                "bare1,bare2", "--", "sh", "-c",
                "command -v java || echo \"$(uname -n): no Java\"; i=0; while [ $i -lt 30000 ]; do i=$((i+1)); done"));
        assertThat(ended.code()).as(ended.output()).isZero();
        ClusterRun read = ClusterRun.read(run);
        assertThat(read.record().state()).isEqualTo(ClusterState.FINISHED);
        assertThat(read.ranks()).extracting(RankRecord::host).containsExactly("bare1", "bare2");
        read.ranks().forEach(r -> assertThat(read.recording(r).orElseThrow().samples()).isPositive());
        assertThat(Files.readAllLines(run.resolve("launcher.out"))).containsExactlyInAnyOrder("bare1: no Java",
                "bare2: no Java");
    }

    /** Runs a program whose libraries are this machine's; of Runbench, the program sees the bundle only. */
    @Test
    void anMpiProgramIsSampledAndTracedThere() throws Exception {
        Path runbench = Files.writeString(dir.resolve("runbench"), "#!/bin/sh\nshift\nexec "
                + PseudoTerminal.quoted(Runbench.command(List.of(), List.of())) + " cluster --no-chart \"$@\"\n");
        assertThat(runbench.toFile().setExecutable(true)).isTrue();
        Path run = dir.resolve("run");
        Path output = dir.resolve("output");
        ProcessBuilder builder = new ProcessBuilder(NODE.toString(), "mpi", run.toString(), "2")
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().put("RUNBENCH", runbench.toString());
        Runbench.Ended ended = Runbench.await(builder.start(), output);
        assumeTrue(ended.code() != 77, () -> ended.output().strip());
        assertThat(ended.code()).as(ended.output()).isZero();
        ClusterRun read = ClusterRun.read(run);
        assertThat(read.record().state()).isEqualTo(ClusterState.FINISHED);
        assertThat(read.ranks()).extracting(RankRecord::host).containsExactly("bare", "bare");
        assertThat(MpiTrace.open(read.trace().orElseThrow()).complete()).isTrue();
    }
}
