package runbench.measure.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import runbench.align.run.ClusterRecord;
import runbench.align.run.ClusterRun;
import runbench.align.run.ClusterState;
import runbench.align.run.RankRecord;
import runbench.align.run.RankState;
import runbench.base.error.RunbenchException;
import runbench.base.home.ProjectHome;
import runbench.base.progress.Progress.ProgressDisplay;
import runbench.measure.EventRequest;
import runbench.measure.SamplingSettings;
import runbench.measure.cluster.MissingRanks.StaticExecutable;
import runbench.parser.record.Recording;
import runbench.pas2p.trace.MpiPrograms;
import runbench.pas2p.trace.MpiTrace;
import runbench.sampler.run.CounterScope;
import runbench.sampler.run.SamplingPeriod;
import runbench.sampler.run.SamplingRequest.CodeRecords;
import runbench.sampler.run.SamplingRequest.SamplingMode;
import runbench.sampler.run.SamplingRequest.SwitchRecords;

/** Tests real launchers on this machine. Tests of any launcher use that of MPICH, whose start takes least time. */
@Tag("machine")
@Tag("beside")
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class ClusterLaunchTest {
    private static final Path BUILT = ProjectHome.folder().toAbsolutePath().normalize().resolve("native/build");

    @TempDir
    Path directory;

    private final List<String> problems = new ArrayList<>();

    private static Path program(String mpi) {
        return MpiPrograms.program("phases", mpi);
    }

    private static List<String> mpirun(String mpi, int ranks) {
        return List.of("timeout", "60", "mpirun." + mpi, "-np", Integer.toString(ranks));
    }

    private static List<String> words(List<String> before, String... more) {
        return Stream.concat(before.stream(), Stream.of(more)).toList();
    }

    private static SamplingSettings everyMillisecond() {
        return new SamplingSettings(new EventRequest("task-clock,page-faults", List.of(), false, false, false),
                SwitchRecords.NONE, true, CodeRecords.POINTERS, SamplingPeriod.parse("1ms"), SamplingMode.parse("auto"),
                0.25, false, null, CounterScope.TASK);
    }

    private record Options(boolean trace, boolean perNode, Duration startIn, Path local) {
        static final Options USUAL = new Options(true, false, null, null);
    }

    private ClusterRun run(ClusterRecord.Form form, String launch, List<String> hosts, List<String> command, Options o)
            throws IOException {
        ClusterRequest request = new ClusterRequest(command, form, launch, hosts, "test", everyMillisecond(),
                new ClusterRequest.Tracing(o.trace, "auto"), o.perNode,
                new ClusterRequest.Clocks(null, Duration.ofMillis(300)), o.startIn, directory.resolve("run"), o.local);
        return new ClusterLaunch(request, observer(), null, null).run();
    }

    private ClusterRun constructor(List<String> command) throws IOException {
        return run(ClusterRecord.Form.CONSTRUCTOR, null, List.of(), command, Options.USUAL);
    }

    private ClusterRun wrapper(List<String> launcher, Options options, String... command) throws IOException {
        return run(ClusterRecord.Form.WRAPPER, String.join(" ", launcher), List.of(), List.of(command), options);
    }

    private ClusterObserver observer() {
        return new ClusterObserver() {
            @Override
            public ProgressDisplay progress() {
                return ProgressDisplay.NONE;
            }

            @Override
            public void step(String what) {
            }

            @Override
            public void problem(RunbenchException what) {
                problems.add(what.getMessage());
            }
        };
    }

    private void assertWhole(ClusterRun run, int ranks) {
        assertThat(run.record().state()).as("%s %s", run.record(), problems).isEqualTo(ClusterState.FINISHED);
        assertThat(run.record().size()).isEqualTo(ranks);
        assertThat(run.ranks()).hasSize(ranks)
                .allMatch(r -> r.state() == RankState.COMPLETE && r.releasedMonotonicNs() != null);
        for (RankRecord rank : run.ranks()) {
            Recording recording = run.recording(rank).orElseThrow();
            assertThat(recording.damage()).isEmpty();
            assertThat(recording.samples()).isPositive();
        }
        assertThat(ClusterRun.read(run.folder().path()).record()).isEqualTo(run.record());
        assertThat(problems).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"openmpi, 3", "mpich, 2"})
    void ranksAreFoundBehindAnyLauncherOptions(String mpi, int ranks) throws Exception {
        ClusterRun run = constructor(words(mpirun(mpi, ranks), program(mpi).toString()));
        assertWhole(run, ranks);
        assertThat(run.record().mpi()).isEqualTo(mpi);
        MpiTrace trace = MpiTrace.open(run.trace().orElseThrow());
        assertThat(trace.complete()).isTrue();
        assertThat(trace.ranks()).isEqualTo(ranks);
        // One launch on one machine: all share the reference's clock, and nothing is measured.
        assertThat(run.record().windows()).isEmpty();
        assertThat(run.record().clocks()).isNull();
        assertThat(run.folder().loaded()).doesNotExist();
    }

    @Test
    void aShellInFrontOfTheProgramIsPartOfTheRank() throws Exception {
        assertWhole(constructor(words(mpirun("mpich", 2), "bash", "-c", program("mpich") + "; true")), 2);
    }

    @Test
    void theWrapperFindsTheSameRanks() throws Exception {
        ClusterRun run = wrapper(mpirun("mpich", 2), Options.USUAL, program("mpich").toString());
        assertWholeWithStatusAndTrace(run);
    }

    private void assertWholeWithStatusAndTrace(ClusterRun run) {
        assertWhole(run, 2);
        assertThat(run.ranks()).allMatch(r -> r.exitStatus() == 0);
        assertThat(MpiTrace.open(run.trace().orElseThrow()).complete()).isTrue();
    }

    @Test
    void theExitStatusIsThatOfTheLauncher() throws Exception {
        ClusterRun run = run(ClusterRecord.Form.WRAPPER, "sh -c 'exec {command}'", List.of("one"),
                List.of("sh", "-c", "sleep 0.2; exit 7"), Options.USUAL);
        assertThat(run.record().exitStatus()).isEqualTo(7);
        assertThat(run.record().state()).isEqualTo(ClusterState.FAILED);
        assertThat(run.ranks()).singleElement().matches(r -> r.exitStatus() == 7 && r.state() == RankState.COMPLETE);
    }

    @Test
    void aTemplateStartsARankOnEachHost() throws Exception {
        ClusterRun run = run(ClusterRecord.Form.WRAPPER, "sh -c 'exec {command}'", List.of("one", "two", "three"),
                List.of("sh", "-c", "sleep 0.3; : 'a word' \"$0\"", "it's"), Options.USUAL);
        assertThat(run.record().state()).isEqualTo(ClusterState.FINISHED);
        assertThat(run.ranks()).extracting(RankRecord::rank).containsExactly(0, 1, 2);
        assertThat(run.record().trace()).isNull();
    }

    @Test
    void theDataOfAKilledRankIsKept() throws Exception {
        ClusterRun run = run(ClusterRecord.Form.WRAPPER, "sh -c 'exec {command}'", List.of("one", "two"),
                List.of("sh", "-c",
                        "i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done; [ $RB_CLUSTER_TAKEN = 0 ] || kill -9 $$;"
                                + " sleep 0.3"),
                Options.USUAL);
        assertThat(run.record().state()).isEqualTo(ClusterState.FAILED);
        assertThat(run.ranks().get(1).signal()).isEqualTo(9);
        assertThat(run.ranks().get(1).exitStatus()).isNull();
        assertThat(run.recording(run.ranks().get(1)).orElseThrow().samples()).isPositive();
        assertThat(run.ranks().get(0).exitStatus()).isZero();
    }

    @Test
    void allRanksStartAtTheRequestedInstant() throws Exception {
        ClusterRun run = wrapper(mpirun("openmpi", 2), new Options(true, false, Duration.ofMillis(800), null),
                program("openmpi").toString());
        assertWholeWithStatusAndTrace(run);
        long asked = run.record().startAt().askedRefNs();
        assertThat(run.record().startAt().statedErrorNs()).isZero();
        assertThat(run.ranks()).allMatch(r -> r.releasedMonotonicNs() >= asked);
    }

    @Test
    void recordingsOnTheNodesAreCopiedToTheRunsFolder() throws Exception {
        Path local = Files.createDirectory(directory.resolve("local"));
        assertWhole(wrapper(mpirun("mpich", 2), new Options(false, false, null, local), program("mpich").toString()),
                2);
        try (Stream<Path> left = Files.list(local)) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void theProgramRunsWithoutTheNodesOwnDisk() throws Exception {
        ClusterRun run = wrapper(mpirun("mpich", 2), new Options(false, false, null, directory.resolve("nowhere")),
                program("mpich").toString());
        assertThat(run.record().exitStatus()).isZero();
        assertThat(run.record().state()).isEqualTo(ClusterState.INCOMPLETE);
        assertThat(run.ranks()).allMatch(r -> r.state() == RankState.NOT_MEASURED);
        assertThat(run.record().problems()).hasSize(2);
    }

    @Test
    void aCommandWithoutRanksIsReported() throws Exception {
        ClusterRun run = constructor(List.of("true"));
        assertThat(run.record().state()).isEqualTo(ClusterState.FAILED);
        assertThat(run.record().reason()).isEqualTo("no rank reported");
        assertThat(run.record().problems()).singleElement()
                .satisfies(p -> assertThat(p.why()).startsWith("true ran without a rank"));
    }

    @Test
    void aProgramWithoutALoaderIsNamed() throws Exception {
        Path program = BUILT.resolve("bundle/runbench-gateway");
        assumeTrue(Files.isExecutable(program) && StaticExecutable.is(program),
                program + " is not linked statically here (Debian: libc6-dev)");
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/mpirun.openmpi")),
                "mpirun.openmpi is missing (Debian: openmpi-bin)");
        ClusterRun run = constructor(words(mpirun("openmpi", 1), program.toString(), "--help"));
        assertThat(run.record().reason()).isEqualTo("no rank reported");
        assertThat(run.record().problems()).singleElement().satisfies(p -> {
            assertThat(p.why()).contains("runbench-gateway is linked statically");
            assertThat(p.remedy()).contains("--launch").endsWith("-- " + program + " --help");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"no-such-launcher", "/etc/passwd"})
    void aLauncherThatCannotBeRunIsNamed(String launcher) {
        assertThatThrownBy(() -> constructor(List.of(launcher, "-np", "2", "x")))
                .hasMessageContaining("cannot run " + launcher);
        assertThat(ClusterRun.read(directory.resolve("run")).record().state()).isEqualTo(ClusterState.FAILED);
    }

    @Test
    void aNodeWithAnotherProcessorIsNamed() throws Exception {
        // No processor has this family.
        Path other = Files.writeString(directory.resolve("cpuinfo"),
                "processor\t: 0\nvendor_id\t: AuthenticAMD\ncpu family\t: 250\nmodel\t\t: 2\nmodel name\t: EPYC"
                        + " of two\n\n");
        assumeTrue(new ProcessBuilder("unshare", "--uts", "--mount", "true").start().waitFor() == 0,
                "no namespaces can be made here (root?)");
        ClusterRun run = run(ClusterRecord.Form.WRAPPER,
                "unshare --uts --mount sh -c 'hostname {host}; test {host} = one || mount --bind " + other
                        + " /proc/cpuinfo; exec {command}'",
                List.of("one", "two"), List.of("true"), new Options(false, false, null, null));
        assertThat(run.record().state()).isEqualTo(ClusterState.FINISHED);
        assertThat(run.record().problems()).singleElement()
                .satisfies(p -> assertThat(p.words()).startsWith("on two: another processor")
                        .contains("EPYC of two (family 250, model 2), not "));
    }

    /**
     * Two hosts, one with its own clock. The programs find the model of that clock, and the folder of models on the
     * other host; without measured clocks the variable is not set, and a value of the user stays.
     */
    @Test
    void programsFindTheClockModelOfTheirHost() throws Exception {
        assumeTrue(new ProcessBuilder("unshare", "--uts", "true").start().waitFor() == 0,
                "no namespaces can be made here (root?)");
        String own = "hostname {host}; test {host} != away ||"
                + " export RB_CLUSTER_CLOCK=\"virtual(monotonic,offset=1000)\";";
        Path program = Files.writeString(directory.resolve("program"),
                "#!/bin/sh\necho \"$RB_SYNC\" >" + directory + "/$(hostname)\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        Options options = new Options(false, false, null, null);
        List<String> hosts = List.of("here=127.0.0.1", "away=127.0.0.1");
        ClusterRun run = run(ClusterRecord.Form.WRAPPER, "unshare --uts sh -c '" + own + " exec {command}'", hosts,
                List.of(program.toString()), options);
        assertThat(run.record().state()).as("%s", problems).isEqualTo(ClusterState.FINISHED);
        Path clocks = directory.resolve("run/clocks").toRealPath();
        assertThat(Path.of(Files.readString(directory.resolve("away")).strip()).toRealPath())
                .isEqualTo(clocks.resolve("away.model.json"));
        assertThat(Path.of(Files.readString(directory.resolve("here")).strip()).toRealPath()).isEqualTo(clocks);
        Files.move(directory.resolve("run"), directory.resolve("first"));
        run(ClusterRecord.Form.WRAPPER, "unshare --uts sh -c 'hostname {host}; exec {command}'", hosts,
                List.of(program.toString()), options);
        assertThat(directory.resolve("away")).hasContent("\n");
        Files.move(directory.resolve("run"), directory.resolve("second"));
        run(ClusterRecord.Form.WRAPPER, "unshare --uts sh -c 'export RB_SYNC=/mine; " + own + " exec {command}'", hosts,
                List.of(program.toString()), options);
        assertThat(directory.resolve("away")).content().isEqualTo("/mine\n");
    }

    @Test
    void aFolderWithARunIsRejected() throws Exception {
        constructor(List.of("true"));
        assertThatThrownBy(() -> constructor(List.of("true"))).hasMessageContaining("already holds a run");
    }

    @Test
    void perNodeWritesOneRecordingPerNode() throws Exception {
        assumeTrue(mayObserveCpus(), "CPUs may not be observed here (kernel.perf_event_paranoid)");
        ClusterRun run = wrapper(mpirun("mpich", 2), new Options(false, true, null, null), program("mpich").toString());
        assertThat(run.ranks()).filteredOn(r -> r.recording() != null).hasSize(1);
        assertThat(run.record().state()).isEqualTo(ClusterState.FINISHED);
    }

    private static boolean mayObserveCpus() throws IOException {
        return Integer.parseInt(Files.readString(Path.of("/proc/sys/kernel/perf_event_paranoid")).trim()) <= 0
                || "root".equals(System.getProperty("user.name"));
    }
}
