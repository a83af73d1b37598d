package runbench.sampler.run;

import runbench.sampler.run.SamplingResult.Total;
import runbench.sampler.run.SamplingResult.Ending;
import runbench.sampler.run.SamplingListener.SamplingStart;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.parser.record.Metadata;
import runbench.parser.record.Recording;
import runbench.sampler.events.Event;
import runbench.sampler.events.select.EventResolver;
import runbench.sampler.events.EventSelection;
import runbench.sampler.events.machine.Machine;
import runbench.sampler.events.names.NameEncoder;
import runbench.sampler.events.machine.SystemFiles;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** Tests with the real helper on this machine's kernel. */
@Timeout(60)
@Tag("machine")
class HelperMachineTest {
    private static final String BUSY = "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done; exit 7";
    private static Path helper;
    private static EventSelection auto;
    @TempDir
    Path folder;

    @BeforeAll
    static void findHelper() {
        helper = Helper.path(Path.of(System.getProperty("runbench.home", ".")));
        assumeTrue(Files.isExecutable(helper), "the helper is not built: make -C native");
        auto = new EventResolver(Machine.read(SystemFiles.THIS_MACHINE), () -> NameEncoder.NONE).resolve("auto");
    }

    private SamplingRequest.Builder sh(String script) {
        return SamplingRequest.of(List.of("sh", "-c", script), folder.resolve("samples.rec"), auto)
                .stdout(folder.resolve("out"))
                .meta(Map.of("benchmark", "test \"quoted\" \u00e9"));
    }

    /** Skips the tests, with a reason, if a sandbox refuses perf events. */
    private static SamplingResult run(SamplingRequest request) {
        try {
            return new Sampler(helper).start(request, SamplingListener.NONE).await();
        } catch (RunbenchException e) {
            assumeTrue(e.exitCode() != ExitCode.MACHINE, "this machine cannot count: " + e.getMessage());
            throw e;
        }
    }

    @Test
    void theSecondRunStatesTheCalibrationOfTheFirst() {
        run(sh("exit 0").build());
        Metadata first = Recording.open(folder.resolve("samples.rec")).metadata();
        run(sh("exit 0").build());
        Metadata second = Recording.open(folder.resolve("samples.rec")).metadata();
        long calibrated = first.json().path("calibrated_wall_ns").asLong();
        assertThat(calibrated).isPositive();
        assertThat(second.json().path("calibrated_wall_ns").asLong()).isEqualTo(calibrated);
        assertThat(second.costPerSampleNanos()).isEqualTo(first.costPerSampleNanos());
    }

    @Test
    void returnsExitStatusAndCounts() throws IOException {
        SamplingResult r = run(sh("echo hello; " + BUSY).build());
        assertThat(r.ending()).isEqualTo(Ending.COMPLETED);
        assertThat(r.exitStatus()).hasValue(7);
        assertThat(r.succeeded()).isFalse();
        assertThat(r.failure()).isEmpty();
        assertThat(r.samples()).isPositive();
        // auto selects memory references with a PMU, and software events without.
        assertThat(r.totals()).extracting(Total::name)
                .containsExactlyElementsOf(auto.events().stream().map(Event::name).toList());
        String always = auto.events()
                .stream()
                .map(Event::name)
                .filter(n -> n.equals("page-faults") || n.startsWith("L1D_"))
                .findFirst()
                .orElse(auto.events().get(0).name());
        assertThat(r.totals()).filteredOn(t -> t.name().equals(always))
                .singleElement()
                .satisfies(t -> assertThat(t.value()).isPositive());
        assertThat(Files.readString(folder.resolve("out"))).isEqualTo("hello\n");
        assertThat(Files.readString(folder.resolve("samples.rec"), StandardCharsets.ISO_8859_1))
                .startsWith("RUNBREC\n");
        assertThat(folder.resolve("samples.rec.run.json")).doesNotExist();
    }

    @Test
    void stopTerminatesTheWholeTree() throws Exception {
        CompletableFuture<Long> running = new CompletableFuture<>();
        Sampling sampling = new Sampler(helper).start(sh("sleep 50 & sleep 50; true").build(), new SamplingListener() {
            @Override
            public void started(SamplingStart start) {
                running.complete(start.pid());
            }
        });
        long pid = running.get(20, TimeUnit.SECONDS);
        List<ProcessHandle> tree = ProcessHandle.of(pid).stream().flatMap(ProcessHandle::descendants).toList();
        sampling.stop(Signal.INT);
        SamplingResult r = sampling.await();
        assertThat(r.ending()).isEqualTo(Ending.INTERRUPTED);
        assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
        assertThat(tree).noneMatch(ProcessHandle::isAlive);
    }

    @Test
    void timeoutTerminatesTheRun() {
        SamplingResult r = run(sh("sleep 50").timeout(Duration.ofMillis(300)).build());
        assertThat(r.ending()).isEqualTo(Ending.TIMED_OUT);
        assertThat(r.signal()).hasValue(Signal.TERM.number());
    }

    @Test
    void missingProgramHasItsOwnExitCode() {
        SamplingRequest request = SamplingRequest.of(List.of("/no/such/program"), folder.resolve("s.rec"), auto)
                .build();
        RunbenchException e = catchThrowableOfType(RunbenchException.class, () -> run(request));
        assertThat(e.exitCode()).isEqualTo(ExitCode.NOT_FOUND);
        assertThat(e).hasMessageContaining("/no/such/program");
    }

    @Test
    void expensivePeriodIsRefusedUnlessForced() {
        SamplingRequest.Builder dear = sh("true").period(SamplingPeriod.parse("50us")).maxCost(0.0001);
        RunbenchException e = catchThrowableOfType(RunbenchException.class,
                () -> new Sampler(helper).start(dear.build(), SamplingListener.NONE).await());
        assertThat(e).isNotNull();
        assertThat(e.exitCode()).isIn(ExitCode.MACHINE, ExitCode.BAD_INPUT);
        assertThat(run(dear.force(true).build()).exitStatus()).hasValue(0);
    }

    @Test
    void helperDeathIsDetectedAndEndsTheBenchmark() throws Exception {
        CompletableFuture<Long> running = new CompletableFuture<>();
        Sampling sampling = new Sampler(helper).start(sh("sleep 50").build(), new SamplingListener() {
            private long pid;

            @Override
            public void started(SamplingStart start) {
                pid = start.pid();
            }

            @Override
            public void exec(long wallNanos) {
                running.complete(pid);
            }
        });
        long pid = running.get(20, TimeUnit.SECONDS);
        ProcessHandle.of(sampling.helperPid()).ifPresent(ProcessHandle::destroyForcibly);
        SamplingResult r = sampling.await();
        assertThat(r.ending()).isEqualTo(Ending.HELPER_DIED);
        assertThat(r.failure().orElseThrow()).hasMessageContaining("signal 9");
        Optional<ProcessHandle> benchmark = ProcessHandle.of(pid);
        if (benchmark.isPresent()) {
            benchmark.get().onExit().get(5, TimeUnit.SECONDS);
        }
        assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
    }
}
