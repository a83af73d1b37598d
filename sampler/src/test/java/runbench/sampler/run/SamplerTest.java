package runbench.sampler.run;

import runbench.sampler.run.SamplingResult.CounterStatus;
import runbench.sampler.run.SamplingResult.Resources;
import runbench.sampler.run.SamplingResult.Total;
import runbench.sampler.run.SamplingResult.Ending;
import runbench.sampler.run.SamplingListener.SamplingCounts;
import runbench.sampler.run.SamplingListener.SamplingProgress;
import runbench.sampler.run.SamplingListener.SamplingStart;
import runbench.sampler.run.SamplingListener.Calibration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.sampler.events.Event;
import runbench.sampler.events.EventSelection;
import runbench.sampler.events.EventSelection.NotCounted;
import runbench.sampler.events.Event.Source;
import runbench.sampler.events.Event.Placement;
import runbench.sampler.events.Modifiers;
import runbench.sampler.events.Encoding;
import runbench.base.json.Fields;
import runbench.base.json.Json;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

@Timeout(30)
@Tag("scenario")
class SamplerTest {
    @TempDir
    Path folder;

    private SamplingRequest.Builder request() {
        return SamplingRequest.of(List.of("true"), folder.resolve("samples.rec"), FakeHelper.pageFaults());
    }

    private SamplingResult run(Path helper) {
        return new Sampler(helper).start(request().build(), SamplingListener.NONE).await();
    }

    @Test
    void listenerReceivesProgressAndResult() throws IOException {
        Path helper = FakeHelper.script(folder, FakeHelper.say(FakeHelper.CALIBRATED),
                FakeHelper.say(FakeHelper.STARTED), FakeHelper.say(FakeHelper.EXEC),
                FakeHelper.say(FakeHelper.PROGRESS),
                FakeHelper.say("{\"event\":\"something new\",\"x\":[1,{\"y\":null}]}"),
                FakeHelper.say(FakeHelper.finished("")));
        List<Object> received = new ArrayList<>();
        SamplingResult result = new Sampler(helper).start(request().build(), new SamplingListener() {
            @Override
            public void started(SamplingStart s) {
                received.add(s.pid());
            }

            @Override
            public void exec(long wallNanos) {
                received.add(wallNanos);
            }

            @Override
            public void progress(SamplingProgress p) {
                received.add(p);
            }
        }).await();
        assertThat(received).containsExactly(77L, 123456789L, new SamplingProgress(500, 498000000, 500000000));
        assertThat(result.succeeded()).isTrue();
        assertThat(result.ending()).isEqualTo(Ending.COMPLETED);
        assertThat(result.samples()).isEqualTo(950);
        assertThat(result.lost()).isEqualTo(2);
        assertThat(result.throttled()).isEqualTo(1);
        assertThat(result.tasks()).isEqualTo(5);
        assertThat(result.wallNanos()).isEqualTo(1_000_000_000);
        assertThat(result.calibration()).contains(new Calibration(18234, 0.018, "5,18234,0,1"));
        assertThat(result.resources()).contains(new Resources(900000000, 50000000, 2048, 120, 1, 3, 4));
        assertThat(result.totals()).containsExactly(new Total("page-faults", 121, 950000000, 950000000));
        assertThat(result.counters()).containsExactly(new CounterStatus("page-faults", true, "", ""),
                new CounterStatus("cycles", false, "no such event", "ENOENT"));
    }

    @Test
    void runsWithTheSameCountersShareOneCalibration() throws IOException {
        Path helper = FakeHelper.script(folder, "echo \"$*\" >> " + folder.resolve("argv"),
                FakeHelper.say(FakeHelper.CALIBRATED), FakeHelper.say(FakeHelper.EXEC),
                FakeHelper.say(FakeHelper.finished("")));
        run(helper);
        run(helper);
        new Sampler(helper).start(request().period(SamplingPeriod.parse("2ms")).build(), SamplingListener.NONE).await();
        new Sampler(helper).start(request().maxCost(0.02).build(), SamplingListener.NONE).await();
        new Sampler(helper).start(request().maxCost(0.02).build(), SamplingListener.NONE).await();
        assertThat(Files.readAllLines(folder.resolve("argv")))
                .extracting(argv -> argv.contains("--calibrated 5,18234,0,1 "))
                .containsExactly(false, true, false, false, false);
    }

    @Test
    void listenerReceivesTheCountsOfIntervals() throws IOException {
        String counts = "{\"event\":\"interval\",\"wall_ns\":%d,\"run_ns\":%d,\"totals\":[{\"name\":\"page-faults\","
                + "\"value\":%d,\"enabled_ns\":%d,\"running_ns\":%d},{\"name\":\"cycles\",\"value\":null}]}";
        Path helper = FakeHelper.script(folder, FakeHelper.say(FakeHelper.EXEC),
                FakeHelper.say(counts.formatted(100, 60, 7, 61, 30)),
                FakeHelper.say(counts.formatted(200, 90, 9, 91, 45)), FakeHelper.say(FakeHelper.finished("")));
        List<SamplingCounts> received = new ArrayList<>();
        new Sampler(helper).start(request().build(), new SamplingListener() {
            @Override
            public void counted(SamplingCounts c) {
                received.add(c);
            }
        }).await();
        Total uncounted = new Total("cycles", 0, 0, 0);
        assertThat(received).containsExactly(
                new SamplingCounts(100, 100, 60, List.of(new Total("page-faults", 7, 61, 30), uncounted)),
                new SamplingCounts(200, 200, 90, List.of(new Total("page-faults", 9, 91, 45), uncounted)));
    }

    @Test
    void programArgumentsReachTheHelperUnchanged() throws IOException {
        // U+EFFF represents the byte 0xff, which is not valid UTF-8.
        List<String> words = List.of("na\u00efve", "two  words", "line\nbreak", "'\"\\", "\ud83d\ude00", "a\uefffb");
        Path helper = FakeHelper.script(folder, "cd '" + folder + "'",
                "while [ \"$1\" != -- ]; do shift; done; shift 2; printf '%s\\0' \"$@\" > argv",
                FakeHelper.say(FakeHelper.EXEC), FakeHelper.say(FakeHelper.finished("")));
        List<String> command = new ArrayList<>(List.of("prog"));
        command.addAll(words);
        new Sampler(helper)
                .start(SamplingRequest.of(command, folder.resolve("samples.rec"), FakeHelper.pageFaults()).build(),
                        SamplingListener.NONE)
                .await();
        var bytes = new java.io.ByteArrayOutputStream();
        for (String word : words) {
            bytes.writeBytes(runbench.base.process.RawText.bytes(word));
            bytes.write(0);
        }
        assertThat(Files.readAllBytes(folder.resolve("argv"))).isEqualTo(bytes.toByteArray());
    }

    @Test
    void commandLineHasTheWholeRequest() throws IOException {
        Path helper = FakeHelper.script(folder, "printf '%s\\n' \"$@\" > argv", "cp samples.rec.run.json kept.json",
                "env > environment", FakeHelper.say(FakeHelper.EXEC), FakeHelper.say(FakeHelper.finished("")));
        SamplingRequest r = SamplingRequest
                .of(List.of("prog", "a b", "--x"), folder.resolve("samples.rec"),
                        new EventSelection("page-faults,L1D_ALL_REF", FakeHelper.pageFaults().events(),
                                List.of(new NotCounted("L1D_ALL_REF", "no \"PMU\"", "bare metal")), List.of(),
                                List.of("a remark")))
                .environment(Map.of("ONLY", "this", "PATH", System.getenv("PATH"), "D", folder.toString()))
                .period(SamplingPeriod.parse("20ms"))
                .stdin(Path.of("/in"))
                .stdout(Path.of("/out"))
                .stderr(Path.of("/err"))
                .directory(Path.of("/tmp"))
                .maxCost(0.5)
                .force(true)
                .switches(SamplingRequest.SwitchRecords.ALL)
                .inherit(false)
                .timeout(java.time.Duration.ofSeconds(3))
                .delay(java.time.Duration.ofSeconds(5))
                .interval(java.time.Duration.ofMillis(250))
                .meta(Map.of("benchmark", "403.gcc", "n", 3, "list", List.of(true, 0.5)))
                .build();
        Path entered = FakeHelper.script(folder, "cd \"$D\"", Files.readString(helper).replace("#!/bin/bash\n", ""));
        new Sampler(entered).start(r, SamplingListener.NONE).await();
        assertThat(Files.readAllLines(folder.resolve("argv"))).containsExactly("--period", "20000000", "--mode", "poll",
                "--event",
                "type=1,config=0x2,config1=0x0,config2=0x0,group=0,user=1,kernel=1,source=software,unit=faults,"
                        + "name=page-faults",
                "--no-inherit", "--switches", "--max-cost", "0.5", "--force", "--output", folder + "/samples.rec",
                "--meta", folder + "/samples.rec.run.json", "--stdin", "/in", "--stdout", "/out", "--stderr", "/err",
                "--chdir", "/tmp", "--delay", "5000000000", "--interval", "250000000", "--timeout", "3000000000", "--",
                "prog", "a b", "--x");
        assertThat(Files.readAllLines(folder.resolve("environment"))).contains("ONLY=this")
                .noneMatch(l -> l.startsWith("HOME="));
        Fields kept = Fields.ofAnswer(Json.object(Files.readString(folder.resolve("kept.json"))), "the answer");
        assertThat(kept.text("benchmark")).isEqualTo("403.gcc");
        assertThat(kept.number("n")).isEqualTo(3);
        assertThat(kept.list("not_counted").get(0).text("reason")).isEqualTo("no \"PMU\"");
        assertThat(kept.texts("remarks")).containsExactly("a remark");
        assertThat(folder.resolve("samples.rec.run.json")).doesNotExist();
    }

    @Test
    void commandLineHasTheAttachment() {
        SamplingRequest r = SamplingRequest.of(List.of(), folder.resolve("s.rec"), FakeHelper.pageFaults())
                .attachment(new Attachment(Attachment.To.PROCESS, "4711"))
                .splitGroups(true)
                .switches(SamplingRequest.SwitchRecords.AUTO)
                .build();
        assertThat(HelperCommand.of(Path.of("helper"), r, Path.of("meta"), Optional.empty()))
                .contains("--switches=auto", "--split")
                .containsSequence("--pid", "4711")
                .endsWith("--");
        assertThat(catchThrowableOfType(RunbenchException.class, () -> new Attachment(Attachment.To.THREAD, "x1"))
                .exitCode()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(catchThrowableOfType(RunbenchException.class,
                () -> SamplingRequest.of(List.of("ls"), folder.resolve("s.rec"), FakeHelper.pageFaults())
                        .attachment(new Attachment(Attachment.To.PROCESS, "1"))
                        .build()))
                .hasMessageContaining("cannot both be observed");
    }

    @Test
    void commandLineMarksUnsplittableGroups() {
        Event e = FakeHelper.pageFaults().events().get(0);
        Event braced = e.inGroup(1, true);
        assertThat(HelperCommand.event(e)).doesNotContain("together");
        assertThat(HelperCommand.event(braced)).contains(",group=1,")
                .contains(",together=1,")
                .endsWith(",name=page-faults");
    }

    @Test
    void commandLineHasCpusOfEachEvent() {
        Event e = new Event("cpu-cycles", Source.PMU, "cycles", "",
                List.of(new Placement(new Encoding(0, 4L << 32), "0-7,16", false),
                        new Placement(new Encoding(0, 10L << 32), "8-15", false)),
                Modifiers.NONE, 0, false);
        assertThat(HelperCommand.event(e)).startsWith("type=0,config=0x400000000,config1=0x0,config2=0x0,cpus=0-7+16,"
                + "or=0,config=0xa00000000,config1=0x0,config2=0x0,cpus=8-15,group=0,");
    }

    @Test
    void attachmentHasNoExitStatus() throws IOException {
        Path helper = FakeHelper.script(folder, FakeHelper.say(FakeHelper.STARTED), FakeHelper.say(FakeHelper.EXEC),
                FakeHelper.say("{\"event\":\"finished\",\"received_signal\":2,\"exit_status\":null,\"signal\":0,"
                        + "\"timed_out\":false,"
                        + "\"interrupted\":false,\"attached\":true,\"left\":\"stopped\",\"wall_ns\":5,"
                        + "\"run_ns\":1,\"samples\":3,\"lost\":0,\"throttled\":0,"
                        + "\"tasks\":1,\"helper_cpu_ns\":1,\"totals\":[]}"));
        SamplingResult result = run(helper);
        assertThat(result.ending()).isEqualTo(Ending.COMPLETED);
        assertThat(result.exitStatus()).isEmpty();
        assertThat(result.resources()).isEmpty();
        assertThat(result.received()).hasValue(2);
        assertThat(result.succeeded()).isFalse();
    }

    @Test
    void commandLineHasOccupiedCountersAndHelperReportsAgreement() throws IOException {
        Event flops = new Event("flops", Source.PMU, "operations", "",
                List.of(new Placement(new Encoding(4, 0x0f03), "", false)), Modifiers.NONE, 0, false).occupying(2);
        assertThat(HelperCommand.event(flops)).contains(",counters=2,");
        assertThat(HelperCommand.event(FakeHelper.pageFaults().events().get(0))).doesNotContain("counters=")
                .doesNotContain("leads=");
        assertThat(HelperCommand.event(flops.ledBy("flops").occupying(0))).contains(",counters=0,")
                .contains(",leads=1,");
        assertThat(HelperCommand.event(flops.ledBy("slots"))).doesNotContain("leads=");
        Path helper = FakeHelper.script(folder, FakeHelper.say("{\"event\":\"counters\",\"offered\":6,\"agree\":5}"));
        assertThat(CounterAgreement.ask(helper)).hasValue(new CounterAgreement(6, 5));
        assertThat(CounterAgreement.ask(folder.resolve("missing"))).isEmpty();
    }

    @Test
    void eventsBeyondTheCountersAreDistributedOverRuns() throws IOException {
        Path helper = FakeHelper.script(folder, FakeHelper.say("{\"event\":\"plan\",\"runs\":[[0],[1]]}"));
        Event first = FakeHelper.pageFaults().events().get(0);
        Event second = new Event("other", first.source(), "x", "y", first.encoding(), first.modifiers(), 3);
        List<EventSelection> runs = new Sampler(helper).runsFor(new EventSelection("a,b", List.of(first, second),
                List.of(new NotCounted("c", "r", "m")), List.of(), List.of()));
        assertThat(runs).hasSize(2);
        assertThat(runs.get(1).events()).extracting(Event::name).containsExactly("other");
        assertThat(runs.get(1).events().get(0).group()).isZero();
        assertThat(runs.get(0).notCounted()).hasSize(1);
        assertThat(runs.get(1).notCounted()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"usage, BAD_INPUT, 2", "machine, MACHINE, 3", "benchmark, BENCHMARK_FAILED, 1", "io, MACHINE, 3",
            "missing, NOT_FOUND, 127", "unexecutable, NOT_EXECUTABLE, 126", "interrupted, INTERRUPTED, 130"})
    void helperErrorsHaveTheRightExitCode(String kind, ExitCode code, int status) throws IOException {
        Path helper = FakeHelper.script(folder, FakeHelper.say(
                "{\"event\":\"error\",\"kind\":\"" + kind + "\",\"message\":\"what failed\",\"remedy\":\"type this\"}"),
                "exit " + status);
        RunbenchException e = catchThrowableOfType(RunbenchException.class, () -> run(helper));
        assertThat(e.exitCode()).isEqualTo(code);
        assertThat(e).hasMessage("what failed");
        assertThat(e.remedy()).contains("type this");
    }

    @Test
    void fullDiskKeepsTheResult() throws IOException {
        Path helper = FakeHelper.script(folder, FakeHelper.say(FakeHelper.STARTED), FakeHelper.say(FakeHelper.EXEC),
                FakeHelper.say("{\"event\":\"error\",\"kind\":\"io\",\"message\":\"samples.rec: No space left on "
                        + "device\",\"remedy\":\"\"}"),
                "exit 3");
        SamplingResult result = run(helper);
        assertThat(result.ending()).isEqualTo(Ending.RECORDING_FAILED);
        assertThat(result.failure().orElseThrow()).hasMessageContaining("No space left");
        assertThat(result.exitStatus()).isEmpty();
    }

    @Test
    void fullDiskKeepsTheExitStatus() throws IOException {
        Path helper = FakeHelper.script(folder, FakeHelper.say(FakeHelper.STARTED), FakeHelper.say(FakeHelper.EXEC),
                FakeHelper.say(FakeHelper.finished("")
                        .replace("\"exit_status\":0", "\"exit_status\":7")
                        .replace("\"lost\":2", "\"lost\":40")),
                FakeHelper.say("{\"event\":\"error\",\"kind\":\"io\",\"message\":\"samples.rec: No space left on "
                        + "device\",\"remedy\":\"\"}"),
                "exit 3");
        SamplingResult result = run(helper);
        assertThat(result.ending()).isEqualTo(Ending.RECORDING_FAILED);
        assertThat(result.exitStatus()).hasValue(7);
        assertThat(result.lost()).isEqualTo(40);
        assertThat(result.succeeded()).isFalse();
    }

    @Test
    void helperDeathIsReportedAndKeepsTheRecording() throws IOException {
        Path helper = FakeHelper.script(folder, FakeHelper.say(FakeHelper.EXEC), FakeHelper.say(FakeHelper.PROGRESS),
                "kill -9 $$");
        SamplingResult result = run(helper);
        assertThat(result.ending()).isEqualTo(Ending.HELPER_DIED);
        assertThat(result.samples()).isEqualTo(500);
        assertThat(result.resources()).isEmpty();
        assertThat(result.exitStatus()).isEmpty();
        assertThat(result.failure().orElseThrow()).hasMessageContaining("signal 9")
                .hasMessageContaining("in the recording");
        assertThat(result.succeeded()).isFalse();
    }

    @Test
    void helperDeathBeforeExecIsAMachineError() throws IOException {
        Path helper = FakeHelper.script(folder, "echo 'cannot map memory' >&2", "exit 7");
        RunbenchException e = catchThrowableOfType(RunbenchException.class, () -> run(helper));
        assertThat(e.exitCode()).isEqualTo(ExitCode.MACHINE);
        assertThat(e).hasMessageContaining("status 7").hasMessageContaining("cannot map memory");
    }

    @ParameterizedTest
    @CsvSource({"garbage", "{", "[]", "{\"event\":3}", "''"})
    void malformedMessagesBecomeAnError(String line) throws IOException {
        Path helper = FakeHelper.script(folder, FakeHelper.say(FakeHelper.EXEC), "echo '" + line + "'", "exit 0");
        assertThat(run(helper).ending()).isEqualTo(Ending.HELPER_DIED);
    }

    @Test
    void helperOfAnotherVersionIsRejected() throws IOException {
        Path helper = FakeHelper.script(folder, FakeHelper.say("{\"v\":2,\"event\":\"exec\",\"wall_ns\":1}"),
                "read order", "exit 0");
        RunbenchException e = catchThrowableOfType(RunbenchException.class, () -> run(helper));
        assertThat(e.exitCode()).isEqualTo(ExitCode.MACHINE);
        assertThat(e).hasMessageContaining("version 2");
        assertThat(e.remedy().orElseThrow()).startsWith("make -C");
    }

    @Test
    void stopReachesTheHelperAndResultIsInterrupted() throws IOException {
        Path helper = FakeHelper.script(folder, FakeHelper.say(FakeHelper.EXEC), "read order",
                FakeHelper.say(FakeHelper.finished(",\"heard\":\"'\"$order\"'\"")
                        .replace("\"interrupted\":false", "\"interrupted\":true")
                        .replace("\"signal\":0", "\"signal\":2")),
                "[ \"$order\" = 'stop INT' ] && exit 130", "exit 9");
        Sampling sampling = new Sampler(helper).start(request().build(), SamplingListener.NONE);
        sampling.stop(Signal.INT);
        SamplingResult result = sampling.await();
        assertThat(result.ending()).isEqualTo(Ending.INTERRUPTED);
        assertThat(result.signal()).hasValue(2);
        assertThat(result.exitStatus()).isEmpty();
        sampling.stop(Signal.KILL);
    }

    @Test
    void interruptTerminatesTheBenchmark() throws IOException {
        Path helper = FakeHelper.script(folder, FakeHelper.say(FakeHelper.EXEC), "read order",
                FakeHelper.say(FakeHelper.finished("").replace("\"interrupted\":false", "\"interrupted\":true")));
        Sampling sampling = new Sampler(helper).start(request().build(), SamplingListener.NONE);
        Thread.currentThread().interrupt();
        SamplingResult result = sampling.await();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(result.ending()).isEqualTo(Ending.INTERRUPTED);
    }

    @Test
    void closingEndsTheControlPipe() throws Exception {
        Path helper = FakeHelper.script(folder, FakeHelper.say(FakeHelper.EXEC), "cat > /dev/null",
                FakeHelper.say(FakeHelper.finished("").replace("\"signal\":0", "\"signal\":15")));
        Sampling sampling = new Sampler(helper).start(request().build(), SamplingListener.NONE);
        sampling.close();
        assertThat(sampling.await().signal()).hasValue(15);
        assertThat(ProcessHandle.of(sampling.helperPid()).filter(ProcessHandle::isAlive)).isEmpty();
    }

    @Test
    void listenerExceptionTerminatesTheRun() throws IOException {
        Path helper = FakeHelper.script(folder, FakeHelper.say(FakeHelper.EXEC), "read order",
                FakeHelper.say(FakeHelper.finished("")));
        Sampling sampling = new Sampler(helper).start(request().build(), new SamplingListener() {
            @Override
            public void exec(long wallNanos) {
                throw new IllegalStateException("listener");
            }
        });
        assertThatThrownBy(sampling::await).isInstanceOf(IllegalStateException.class).hasMessage("listener");
    }

    @Test
    void missingHelperHasRemedy() {
        RunbenchException e = catchThrowableOfType(RunbenchException.class, () -> Helper.locate(folder));
        assertThat(e.exitCode()).isEqualTo(ExitCode.MACHINE);
        assertThat(e.remedy().orElseThrow()).startsWith("make -C");
        RunbenchException started = catchThrowableOfType(RunbenchException.class, () -> run(folder.resolve("none")));
        assertThat(started).hasMessageEndingWith("No such file or directory");
        assertThat(folder.resolve("samples.rec.run.json")).doesNotExist();
    }

    @Test
    void missingFolderIsReported() throws IOException {
        Path helper = FakeHelper.script(folder, "exit 0");
        SamplingRequest r = SamplingRequest
                .of(List.of("true"), folder.resolve("no/samples.rec"), FakeHelper.pageFaults())
                .build();
        assertThatThrownBy(() -> new Sampler(helper).start(r, SamplingListener.NONE))
                .isInstanceOf(RunbenchException.class)
                .hasMessageContaining("no/samples.rec")
                .hasMessageContaining("No such file");
    }

    @Test
    void tooLongArgumentsHaveRemedy() throws IOException {
        Path helper = FakeHelper.script(folder, "exit 0");
        SamplingRequest r = SamplingRequest
                .of(List.of("true", "x".repeat(3_000_000)), folder.resolve("s.rec"), FakeHelper.pageFaults())
                .build();
        RunbenchException e = catchThrowableOfType(RunbenchException.class,
                () -> new Sampler(helper).start(r, SamplingListener.NONE));
        assertThat(e).hasMessageEndingWith("Argument list too long");
        assertThat(e.remedy().orElseThrow()).contains("ARG_MAX");
    }

    @Test
    void doesNotStartWithoutCountableEvents() {
        SamplingRequest r = SamplingRequest
                .of(List.of("true"), folder.resolve("s.rec"),
                        new EventSelection("cycles", List.of(),
                                List.of(new NotCounted("cycles", "no PMU", "bare metal")), List.of(), List.of()))
                .build();
        RunbenchException e = catchThrowableOfType(RunbenchException.class,
                () -> new Sampler(folder.resolve("none")).start(r, SamplingListener.NONE));
        assertThat(e.exitCode()).isEqualTo(ExitCode.MACHINE);
        assertThat(e).hasMessageContaining("cycles: no PMU");
    }

    @Test
    void emptyCommandsAndInvalidCostsAreRejected() {
        assertThatThrownBy(() -> SamplingRequest.of(List.of(), folder, FakeHelper.pageFaults()).build())
                .isInstanceOf(RunbenchException.class)
                .hasMessageContaining("no command");
        assertThatThrownBy(() -> request().maxCost(0).build()).isInstanceOf(RunbenchException.class);
        assertThatThrownBy(() -> request().maxCost(Double.NaN).build()).isInstanceOf(RunbenchException.class);
    }
}
