package runbench.measure.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import runbench.base.error.RunbenchException;
import runbench.base.home.ProjectHome;
import runbench.base.json.Fields;
import runbench.base.json.Json;
import runbench.base.process.CpuSet;
import runbench.measure.schedule.LiveCommands.LiveCommand;
import runbench.schedule.policy.Candidates;
import runbench.schedule.policy.Decision;
import runbench.schedule.policy.SchedulingPolicy;
import runbench.schedule.profile.BandwidthProfile;
import runbench.schedule.profile.BandwidthProfile.ProfileStep;
import runbench.schedule.profile.BandwidthProfile.ProgressUnit;
import runbench.schedule.profile.BandwidthProfile.TrafficSource;
import runbench.schedule.profile.TrafficUnit;
import runbench.schedule.result.LiveResult;
import runbench.schedule.result.LiveResult.HeldBy;
import runbench.schedule.result.LiveResult.LiveOutcome;
import runbench.schedule.result.LiveResult.LiveQuantum;
import runbench.schedule.result.LiveResult.TrafficBasis;
import runbench.schedule.result.SustainedRate;
import runbench.schedule.workload.Workload;
import runbench.schedule.workload.Workload.WorkloadProgram;

/** Tests programs that run in turns on this machine, also after one of the processes is killed. */
@Tag("machine")
@Tag("beside")
class GangsTest {
    private static final long QUANTUM = 100_000_000;

    @TempDir
    private Path dir;

    @BeforeAll
    static void built() {
        assumeTrue(Files.isExecutable(ProjectHome.program(ProjectHome.folder(), "runbench-gangs")),
                "native/ has not been built");
    }

    /** Runs the programs one after the other. */
    private static final class OneByOneTurns implements SchedulingPolicy {
        @Override
        public String name() {
            return "round-robin";
        }

        @Override
        public void decide(Candidates c, Decision d) {
            d.run(c.program((int) (c.quantum() % c.count())), 1);
        }
    }

    private static WorkloadProgram program(String name, boolean background, String... command) {
        return new WorkloadProgram(name, 1, Optional.empty(), List.of(command), Optional.empty(), 0, background);
    }

    private LiveRequest request(boolean signals, WorkloadProgram... programs) {
        return new LiveRequest(new Workload("w", TrafficUnit.BYTES_PER_SECOND, List.of(programs)), QUANTUM,
                CpuSet.own(), SustainedRate.UNKNOWN, false, signals, dir);
    }

    @ParameterizedTest
    @CsvSource({"false", "true"})
    void programsTakeTurnsAndAFailureDoesNotAffectTheOthers(boolean signals) throws IOException {
        String work = "i=0; while [ $i -lt 60000 ]; do i=$((i+1)); done; ";
        LiveRequest request = request(signals, program("good", false, "sh", "-c", work + "echo done"),
                program("bad", false, "sh", "-c", work + "exit 7"),
                program("absent", false, dir.resolve("nothing").toString()), program("again", true, "sh", "-c", work));
        List<String> notices = new ArrayList<>();
        LiveResult result = new LiveRun(request, TrafficMeter.none(TrafficUnit.BYTES_PER_SECOND), null,
                AloneTimes.UNKNOWN, new LiveObserver() {
                    @Override
                    public void notice(String words) {
                        notices.add(words);
                    }
                }).run(new OneByOneTurns());
        Map<String, LiveOutcome> by = new HashMap<>();
        result.programs().forEach(p -> by.put(p.name(), p));
        assertThat(by.get("good").succeeded()).isTrue();
        assertThat(by.get("good").cpuSeconds()).isPositive();
        assertThat(Files.readString(dir.resolve("good.out"))).isEqualTo("done\n");
        assertThat(by.get("bad").exitStatus()).isEqualTo(7);
        assertThat(by.get("bad").failures()).singleElement().asString().contains("exit status 7").contains("bad.err");
        assertThat(by.get("absent").failures()).singleElement()
                .asString()
                .contains("nothing: cannot be started: No such file or directory");
        assertThat(by.get("again").succeeded()).as("it was told to end").isTrue();
        assertThat(notices).hasSize(2);
        assertThat(result.succeeded()).isFalse();
        assertThat(result.interrupted()).isFalse();
        assertThat(result.quanta()).isNotEmpty().allSatisfy(q -> assertThat(q.ran().size()).isLessThanOrEqualTo(1));
        if (signals) {
            assertThat(by.get("good").heldBy()).isEqualTo(HeldBy.SIGNALS);
        }
        LiveFolder.write(result, dir);
        try (var in = Files.newInputStream(dir.resolve(LiveFolder.RESULT))) {
            assertThat(Fields.ofAnswer(Json.object(in), "the answer").list("programs")).hasSize(4);
        }
    }

    /** Both run in every quantum, the first in its first 0.3, the second in its last 0.3. */
    private static final class HeldBack implements SchedulingPolicy {
        @Override
        public String name() {
            return "held back";
        }

        @Override
        public void decide(Candidates c, Decision d) {
            for (int i = 0; i < c.count(); i++) {
                d.run(c.program(i), 1);
                d.throttle(c.program(i), 0.3);
            }
        }
    }

    /**
     * Events of a program are read while it runs; one that nobody counts is no 0: its profile stands in, and that is
     * said.
     */
    @ParameterizedTest
    @CsvSource({"'type=1,config=2', COUNTED", "'type=4000000000,config=1', PROFILE"})
    void theBasisOfTrafficIsCountersOrAProfile(String event, TrafficBasis basis) throws IOException {
        assumeTrue(Files.exists(Path.of("/proc/sys/kernel/perf_event_paranoid")), "this kernel counts no events");
        BandwidthProfile profile = new BandwidthProfile("p", 1, TrafficUnit.BYTES_PER_SECOND, TrafficSource.STATED,
                ProgressUnit.RUNNING_NANOS, List.of(new ProfileStep(1e9, 1, 12e9, 0.5)));
        WorkloadProgram[] programs = new WorkloadProgram[2];
        for (int i = 0; i < programs.length; i++) {
            programs[i] = new WorkloadProgram("p" + i, 1, Optional.of(profile),
                    List.of("sh", "-c", "i=0; while [ $i -lt 25 ]; do (exec true); i=$((i+1)); done"), Optional.empty(),
                    0, false);
        }
        TrafficMeter meter = new TrafficMeter(List.of(event + ",source=software,name=faults"), List.of(64.0),
                TrafficUnit.BYTES_PER_SECOND, "faults");
        LiveResult result = new LiveRun(request(true, programs), meter, null, AloneTimes.UNKNOWN, new LiveObserver() {})
                .run(new HeldBack());
        assertThat(result.succeeded()).isTrue();
        assertThat(result.trafficBasis()).isEqualTo(basis);
        assertThat(result.trafficSource()).isEqualTo(basis == TrafficBasis.COUNTED ? "faults" : LiveResult.BY_PROFILE);
        assertThat(result.programs()).allSatisfy(p -> {
            assertThat(p.trafficBasis()).isEqualTo(basis);
            assertThat(p.traffic()).isPositive();
        });
        assertThat(result.quanta()).anySatisfy(q -> assertThat(q.ran()).isNotEmpty())
                .allSatisfy(q -> assertThat(q.ran()).allSatisfy(r -> {
                    assertThat(r.share()).isCloseTo(0.3, within(1e-9));
                    if (basis == TrafficBasis.PROFILE && r.traffic() != null) {
                        assertThat(r.traffic()).isCloseTo(12e9, within(1.0));
                    }
                }));
        assertThat(result.quanta()).filteredOn(q -> q.ran().size() == 2).allSatisfy(q -> {
            // The order within a quantum is that of the candidates, which changes when a quantum is late.
            List<LiveQuantum.Ran> ran = q.ran()
                    .stream()
                    .sorted(Comparator.comparingDouble(LiveQuantum.Ran::fromSeconds))
                    .toList();
            assertThat(ran.get(0).toSeconds()).as("they do not meet").isLessThanOrEqualTo(ran.get(1).fromSeconds());
        });
    }

    @Test
    void argumentsArePassedUnchanged() throws Exception {
        // U+EFFF stands for the byte 0xff, which is no UTF-8.
        List<String> words = List.of("na\u00efve", "two  words", "line\nbreak\ttab", "'\"\\x41\\", "\ud83d\ude00",
                "a\uefffb", "");
        Path seen = dir.resolve("seen");
        List<String> argv = new ArrayList<>(List.of("sh", "-c", "printf '%s\\0' \"$@\" > \"$0\"", seen.toString()));
        argv.addAll(words);
        Path out = dir.resolve("out");
        try (Gangs gangs = Gangs.start(List.of(), false, true)) {
            gangs.program(0,
                    new LiveCommand("", argv, Map.of("RB_TEST", "\u00ef"), dir, Path.of("/dev/null"), out, out, 0));
            gangs.begin(QUANTUM);
            for (GangEvent event = gangs.next(); !(event instanceof GangEvent.Ended); event = gangs.next()) {
                if (event instanceof GangEvent.Boundary b) {
                    gangs.answer(b.quantum(), List.of(new LivePlacement(0, CpuSet.own(), 0, 1)));
                }
            }
        }
        var bytes = new java.io.ByteArrayOutputStream();
        for (String word : words) {
            bytes.writeBytes(runbench.base.process.RawText.bytes(word));
            bytes.write(0);
        }
        assertThat(Files.readAllBytes(seen)).isEqualTo(bytes.toByteArray());
    }

    /** Kills the helper, or cuts its line to here as the death of this JVM does, or kills a guardian. */
    @ParameterizedTest
    @CsvSource({"helper,false", "helper,true", "line,false", "line,true"})
    void noProgramStaysStoppedAfterAKill(String who, boolean signals) throws Exception {
        String restless = "setsid sh -c 'while :; do :; done' & while :; do (exec true); done";
        String id = "";
        try (Gangs gangs = Gangs.start(List.of(), false, signals)) {
            for (int i = 0; i < 3; i++) {
                Path out = dir.resolve(i + ".out");
                gangs.program(i, new LiveCommand("", List.of("sh", "-c", restless), Map.of(), dir, Path.of("/dev/null"),
                        out, out, 0));
            }
            gangs.begin(QUANTUM);
            int quanta = 0;
            // On a busy machine a program may need several turns to start the others.
            while (quanta < 4 || quanta < 100 && marked(id).count() < 6) {
                GangEvent event = gangs.next();
                if (event instanceof GangEvent.Ready ready) {
                    id = ready.id();
                } else if (event instanceof GangEvent.Boundary b) {
                    gangs.answer(b.quantum(), List.of(new LivePlacement(quanta % 3, CpuSet.own(), 0, 1)));
                    quanta++;
                }
            }
            assertThat(marked(id).count()).isGreaterThanOrEqualTo(6);
            if (who.equals("helper")) {
                assertThat(ProcessHandle.of(gangs.pid()).orElseThrow().destroyForcibly()).isTrue();
            }
        }
        String mark = id;
        Awaitility.await("the end of all processes of the run")
                .pollInterval(Duration.ofMillis(10))
                .atMost(Duration.ofSeconds(20))
                .until(() -> marked(mark).map(ProcessHandle::pid).toList(), List::isEmpty);
    }

    /** Processes of a run: its programs bear its mark. */
    private static Stream<ProcessHandle> marked(String id) {
        String mark = "RUNBENCH_GANGS=" + id;
        return ProcessHandle.allProcesses().filter(p -> {
            try {
                return List.of(Files.readString(Path.of("/proc/" + p.pid() + "/environ"), StandardCharsets.ISO_8859_1)
                        .split("\0")).contains(mark);
            } catch (IOException e) {
                return false;
            }
        });
    }

    @Test
    void wordsOfALineAreSeparated() {
        assertThat(Gangs.line(List.of("a\tb", "c\\d", "", "e\nf"))).isEqualTo("a\\tb\tc\\\\d\t\te\\nf");
    }

    @Test
    void shortQuantaAndEmptyProgramsAreRejected() {
        WorkloadProgram good = program("a", false, "true");
        Workload one = new Workload("w", TrafficUnit.BYTES_PER_SECOND, List.of(good));
        assertThatThrownBy(
                () -> new LiveRequest(one, QUANTUM - 1, List.of(0), SustainedRate.UNKNOWN, false, false, dir))
                .isInstanceOf(RunbenchException.class)
                .hasMessageContaining("is too short")
                .satisfies(e -> assertThat(((RunbenchException) e).remedy())
                        .hasValueSatisfying(r -> assertThat(r).contains("100ms")));
        assertThatThrownBy(() -> request(false, program("b", false))).hasMessageContaining("'b'")
                .hasMessageContaining("nothing that could be started");
    }
}
