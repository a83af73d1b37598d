package runbench.sampler.emulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.parser.record.Recording;
import runbench.parser.series.Axis;
import runbench.parser.series.Envelope;
import runbench.parser.series.Envelopes;
import runbench.parser.series.Periods;
import runbench.sampler.emulate.Emulator.EmulationAdvice;
import runbench.sampler.run.Sampling;
import runbench.sampler.run.SamplingListener;
import runbench.sampler.run.SamplingListener.SamplingProgress;
import runbench.sampler.run.SamplingListener.SamplingStart;
import runbench.sampler.run.SamplingResult;
import runbench.sampler.run.SamplingResult.Ending;
import runbench.sampler.run.Signal;

/** Tests with the installed QEMU; {@link AgainstCallgrind} compares the counts of two runs, and with valgrind. */
@Timeout(120)
@Tag("machine")
@Tag("beside")
class EmulatorMachineTest {
    private static final Path HOME = Path.of(System.getProperty("runbench.home", "."));
    private static final CacheModel CORE = CacheModel.FALLBACK;
    private static final List<String> SORT = List.of("/bin/sort", "-R", "--random-source=words", "words");
    @TempDir
    Path folder;

    @BeforeEach
    void needsAnEmulator() throws IOException {
        assumeTrue(EmulationAdvice.sentence(HOME).isPresent(),
                "no emulator that takes plugins, or not built: " + EmulationAdvice.remedy());
        assumeTrue(Files.isExecutable(Path.of(SORT.get(0))), "no /bin/sort");
        StringBuilder words = new StringBuilder();
        for (int i = 0; i < 4000; i++) {
            words.append(i * 7919L % 10007).append(" word\n");
        }
        Files.writeString(folder.resolve("words"), words);
    }

    private EmulationRequest.Builder request(List<String> command) {
        return EmulationRequest.of(command, folder.resolve("samples.rec"))
                .directory(folder)
                .stderr(folder.resolve("err"))
                .stdout(folder.resolve("out"))
                .instructions(10_000)
                .l1d(CORE)
                .meta(Map.of("benchmark", "sort"));
    }

    private static SamplingResult run(EmulationRequest r) {
        return new Emulator(HOME).start(r, SamplingListener.NONE).await();
    }

    @Test
    void writesARecordingThatTheParserReads() {
        SamplingResult r = run(request(SORT).build());
        assertThat(r.succeeded()).isTrue();
        Recording recording = Recording.open(folder.resolve("samples.rec")).requireIntact();
        assertThat(recording.metadata().countsInstructions()).isTrue();
        assertThat(recording.metadata().events()).filteredOn(e -> e.name().equals(Emulator.REFERENCES))
                .singleElement()
                .satisfies(e -> assertThat(e.countedAs()).contains(Emulator.LABEL).contains("loads + stores"));
        List<Envelope> envelopes = Envelopes.of(Periods.of(recording), 50);
        assertThat(envelopes).extracting(Envelope::axis).containsOnly(Axis.INSTRUCTIONS);
        long instructions = total(r, "instructions");
        assertThat(r.samples()).isCloseTo(instructions / 10_000, within(2L));
        assertThat(total(r, "loads")).isBetween(instructions / 10, instructions);
        assertThat(total(r, "L1D_READ_MISS")).isBetween(100L, total(r, "loads") / 2);
    }

    @Test
    void withoutACacheMissesAreNotCounted() {
        SamplingResult r = run(request(SORT).l1d(null).build());
        assertThat(r.counters()).filteredOn(c -> c.name().equals("L1D_READ_MISS"))
                .singleElement()
                .satisfies(c -> assertThat(c.counted()).isFalse());
        assertThat(total(r, "loads")).isPositive();
    }

    @Test
    void scriptAndMissingProgramAreRejectedBeforeStart() throws IOException {
        Path script = Files.writeString(folder.resolve("script"), "#!/bin/sh\nexit 0\n");
        assertThat(script.toFile().setExecutable(true)).isTrue();
        assertThatThrownBy(() -> run(request(List.of("./script")).build()))
                .isInstanceOfSatisfying(RunbenchException.class,
                        e -> assertThat(e.exitCode()).isEqualTo(ExitCode.BAD_INPUT))
                .hasMessageContaining("is a script");
        assertThatThrownBy(() -> run(request(List.of("no-such-program")).build()))
                .hasMessageContaining("no-such-program");
        assertThat(folder.resolve("samples.rec")).doesNotExist();
    }

    @Test
    void killedHelperEndsTheProgramAndLeavesAReadableRecording() throws Exception {
        CompletableFuture<Long> pid = new CompletableFuture<>();
        CompletableFuture<Void> underWay = new CompletableFuture<>();
        List<String> endless = List.of("/bin/sh", "-c", "while :; do :; done");
        try (Sampling sampling = new Emulator(HOME).start(request(endless).build(), new SamplingListener() {
            @Override
            public void started(SamplingStart start) {
                pid.complete(start.pid());
            }

            @Override
            public void progress(SamplingProgress p) {
                // The helper writes its samples every 80 ms.
                if (Recording.open(folder.resolve("samples.rec")).samples() > 0) {
                    underWay.complete(null);
                }
            }
        })) {
            underWay.get(30, TimeUnit.SECONDS);
            ProcessHandle.of(sampling.helperPid()).orElseThrow().destroyForcibly();
            assertThat(sampling.await().ending()).isEqualTo(Ending.HELPER_DIED);
        }
        ProcessHandle.of(pid.get()).ifPresent(p -> assertThat(p.onExit()).succeedsWithin(Duration.ofSeconds(10)));
        Recording recording = Recording.open(folder.resolve("samples.rec"));
        assertThat(recording.trailer()).isEmpty();
        assertThat(recording.samples()).isPositive();
    }

    @Test
    void timeLimitAndStopEndTheProgram() {
        List<String> endless = List.of("/bin/sh", "-c", "while :; do :; done");
        for (int millis : new int[]{1, 400}) { // before the program's first instruction, and later
            assertThat(run(request(endless).timeout(Duration.ofMillis(millis)).build()).ending())
                    .isEqualTo(Ending.TIMED_OUT);
        }
        Sampling sampling = new Emulator(HOME).start(request(endless).build(), new SamplingListener() {});
        sampling.stop(Signal.KILL);
        SamplingResult r = sampling.await();
        assertThat(r.ending()).isEqualTo(Ending.INTERRUPTED);
        assertThat(r.signal()).hasValue(9);
    }

    private static long total(SamplingResult r, String event) {
        return r.totals().stream().filter(t -> t.name().equals(event)).findFirst().orElseThrow().value();
    }
}
