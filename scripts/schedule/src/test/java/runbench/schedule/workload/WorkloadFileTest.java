package runbench.schedule.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import runbench.base.error.RunbenchException;
import runbench.schedule.profile.BandwidthProfile.ProfileStep;
import runbench.schedule.profile.BandwidthProfile.ProgressUnit;
import runbench.schedule.profile.BandwidthProfile.TrafficSource;
import runbench.schedule.profile.BandwidthProfile;
import runbench.schedule.profile.TrafficUnit;
import runbench.schedule.workload.Workload.StatedMachine;
import runbench.schedule.workload.Workload.WorkloadProgram;
import runbench.schedule.workload.Workload.WorkloadSet;

@Tag("beside")
class WorkloadFileTest {
    private static final BandwidthProfile LBM = new BandwidthProfile("470.lbm", 1, TrafficUnit.BYTES_PER_SECOND,
            TrafficSource.MEMORY_FILLS, ProgressUnit.INSTRUCTIONS, List.of(new ProfileStep(1e9, 2, 6.4e9, 0.7)));

    private static Workload workload(String text) {
        return WorkloadFile.parse("w.toml", text, name -> LBM, name -> "").workloads().get(0);
    }

    private static String refused(String text) {
        try {
            workload(text);
        } catch (RunbenchException e) {
            return e.getMessage() + " -> " + e.remedy().orElse("");
        }
        throw new AssertionError("not refused: " + text);
    }

    @Test
    void everyKeyIsRead() {
        Workload w = workload("""
                name = "mine"
                unit = "transactions/us"
                cpus = 4
                sustained = 29.5
                [[program]]
                name = "cg"
                copies = 2
                threads = 2
                seconds = 60
                traffic = 23.31
                waiting = 0.4
                barrier = 0.01
                [[program]]
                name = "bursts"
                steps = [[0.3, 2.0], [0.1, 18.0]]
                repeat = 10
                arrival = 3.5
                background = true
                [[program]]
                name = "lbm"
                profile = "470.lbm"
                [[program]]
                name = "live"
                command = ["./app", "in put"]
                """);
        assertThat(w.name()).isEqualTo("mine");
        assertThat(w.machine().cpus()).isEqualTo(4);
        assertThat(w.machine().sustained()).isEqualTo(29.5);
        assertThat(w.programs()).extracting(WorkloadProgram::name)
                .containsExactly("cg.1", "cg.2", "bursts", "lbm", "live");
        assertThat(w.programs().get(1).threads()).isEqualTo(2);
        assertThat(w.programs().get(1).barrierSeconds()).isEqualTo(0.01);
        assertThat(w.programs().get(0).profile().orElseThrow().steps())
                .containsExactly(new ProfileStep(60e9, 60, 23.31, 0.4));
        assertThat(w.programs().get(2).profile().orElseThrow().aloneSeconds()).isCloseTo(4, within(1e-9));
        assertThat(w.programs().get(2).background()).isTrue();
        assertThat(w.programs().get(2).arrivalSeconds()).isEqualTo(3.5);
        assertThat(w.programs().get(3).profile().orElseThrow().steps().get(0).traffic()).as("64 bytes a transaction")
                .isCloseTo(100, within(1e-9));
        assertThat(w.programs().get(4).command()).containsExactly("./app", "in put");
        assertThat(w.programs().get(4).profile()).isEmpty();
    }

    @Test
    void errorsNamePlaceAndCorrection() {
        String program = "[[program]]\nname = \"a\"\nseconds = 1\n";
        assertThat(refused("cpus = = 4\n")).startsWith("w.toml:1: not TOML");
        assertThat(refused("name = \"x\"\n")).contains("w.toml: no programs").contains("[[program]]");
        assertThat(refused(program + "trafic = 3\n")).contains("program \"a\"")
                .contains("trafic")
                .contains("did you mean traffic");
        assertThat(refused(program)).contains("program \"a\"").contains("traffic = 12.5");
        assertThat(refused(program + "traffic = -1\n")).contains("traffic = -1").contains("not a number from 0");
        assertThat(refused(program + "traffic = \"much\"\n")).contains("traffic");
        assertThat(refused(program + "traffic = 1\nthreads = 0\n")).contains("threads = 0").contains("whole number");
        assertThat(refused("[[program]]\nname = \"a\"\ntraffic = 1\n")).contains("its time alone");
        assertThat(refused("[[program]]\nseconds = 1\ntraffic = 1\n")).contains("program 1").contains("no name");
        assertThat(refused(program + "traffic = 1\n" + program + "traffic = 1\n")).contains("\"a\" occurs twice");
        assertThat(refused("unit = \"GB\"\n" + program + "traffic = 1\n")).contains("unit = \"GB\"").contains("B/s");
        assertThat(refused(program + "traffic = 1\nprofile = \"p\"\n"))
                .contains("has a profile, so traffic has no effect");
        assertThat(refused("[[program]]\nname = \"a\"\nsteps = [[1]]\n")).contains("steps").contains("not a pair");
        assertThat(refused(program + "traffic = 1\nbackground = \"yes\"\n")).contains("neither true nor false");
        assertThat(refused(program + "traffic = 1\ncommand = \"./app x\"\n")).contains("not a list of words");
        assertThat(refused("[[program]]\napplication = true\n")).contains("each application in turn");
        assertThat(refused("program = [1]\n")).contains("program: 1 is not a table").contains("[[program]]");
        assertThat(refused("workload = []\n")).contains("no workloads").contains("[[workload.program]]");
        assertThatThrownBy(() -> WorkloadFile.read(Path.of("/nowhere/w.toml"), name -> LBM))
                .isInstanceOf(RunbenchException.class)
                .hasMessageContaining("/nowhere/w.toml");
    }

    /** Keys that would have no effect are errors. */
    @Test
    void keysWithoutEffectAreRejected() {
        String steady = "[[program]]\nname = \"a\"\nseconds = 1\ntraffic = 1\n";
        String steps = "[[program]]\nname = \"a\"\nsteps = [[1, 2]]\n";
        for (String key : List.of("dwell = 1", "seed = 1", "repeat = 2")) {
            assertThat(refused(steady + key + "\n")).contains("program \"a\"")
                    .contains(key.split(" ")[0] + " has no effect");
        }
        for (String key : List.of("seconds = 1", "swing = 0.5", "traffic = 1")) {
            assertThat(refused(steps + key + "\n")).contains(key.split(" ")[0] + " has no effect");
        }
        assertThat(refused("[[program]]\nname = \"a\"\ncommand = [\"./a\"]\nseconds = 1\n"))
                .contains("seconds has no effect");
        String application = "[[application]]\nname = \"x\"\nseconds = 1\ntraffic = 1\n";
        assertThat(refused(steady + application)).contains("no program with application = true");
        assertThat(refused("[[program]]\napplication = true\nseconds = 3\n" + application))
                .contains("seconds has no effect");
        assertThat(refused("[[program]]\napplication = true\n" + application + "arrival = 3\n"))
                .contains("application \"x\"")
                .contains("arrival has no effect");
        assertThat(refused(
                "[[workload]]\nname = \"w\"\n[[workload.program]]\nname = \"a\"\nseconds = 1\ntraffic = 1\n" + steady))
                .contains("program has no effect");
    }

    /** Invalid values of every key: the error names the file, the program and the key. */
    @Test
    void invalidValuesOfEveryKeyAreRejected() {
        String rest = "[[program]]\nname = \"a\"\nseconds = 1\ntraffic = 1\n";
        List<String> wrong = List.of("copies = 1.5", "copies = 0", "copies = 18446744073709551617", "threads = \"2\"",
                "threads = 5000", "waiting = 1.5", "waiting = nan", "swing = -0.1", "swing = true", "arrival = -1",
                "arrival = inf", "arrival = 1979-05-27", "background = 1", "barrier = 0", "barrier = []",
                "benchmark = 403", "benchmark = \"\"", "command = []", "command = [1]");
        for (String line : wrong) {
            assertThat(refused(rest + line + "\n")).as(line)
                    .contains("w.toml")
                    .contains("program \"a\"")
                    .contains(line.split(" ")[0])
                    .contains(" -> ");
        }
        for (String line : List.of("seed = 1.5", "seed = -1", "seed = 9007199254740992", "seed = 18446744073709551617",
                "dwell = 0", "dwell = 1e-9")) {
            assertThat(refused(rest + "swing = 0.5\n" + line + "\n")).as(line)
                    .contains("program \"a\"")
                    .contains(line.split(" ")[0]);
        }
        for (String line : List.of("steps = 5", "steps = [5]", "steps = [[1, 2, 3]]", "steps = [[0, 1]]",
                "steps = [[1, -1]]", "steps = [[1, \"x\"]]", "steps = {}")) {
            assertThat(refused("[[program]]\nname = \"a\"\n" + line + "\n")).as(line)
                    .contains("program \"a\"")
                    .contains("steps");
        }
        for (String line : List.of("cpus = 0", "cpus = \"4\"", "sustained = 0", "sustained = \"x\"", "stream = -1",
                "name = 3", "unit = 5", "applications = 5", "program = 5", "workload = 5", "application = {}")) {
            assertThat(refused(line + "\n" + (line.startsWith("program") ? "" : rest))).as(line)
                    .contains("w.toml: ")
                    .contains(line.split(" ")[0]);
        }
    }

    @Test
    void aFileCanContainManyWorkloads() {
        WorkloadSet set = WorkloadFile.parse("w.toml", """
                name = "two"
                cpus = 2
                [[workload]]
                name = "light"
                [[workload.program]]
                name = "a"
                seconds = 1
                traffic = 1
                [[workload]]
                name = "heavy"
                [[workload.program]]
                name = "a"
                copies = 2
                seconds = 1
                traffic = 9
                """, name -> LBM, name -> "");
        assertThat(set.name()).isEqualTo("two");
        assertThat(set.workloads()).extracting(Workload::name).containsExactly("light", "heavy");
        assertThat(set.workloads()).allMatch(w -> w.machine().cpus() == 2);
        assertThat(set.workloads().get(1).programs()).extracting(WorkloadProgram::name).containsExactly("a.1", "a.2");
        assertThat(refused("[[workload]]\nname = \"heavy\"\n[[workload.program]]\nname = \"a\"\ntrafic = 1\n"))
                .contains("workload \"heavy\", program \"a\": \"trafic\"");
        assertThat(refused("[[workload]]\n[[workload.program]]\nname = \"a\"\n"))
                .contains("workload 1: it has no name");
        assertThat(refused("[[workload]]\nname = \"w\"\n")).contains("workload \"w\": no programs");
        assertThat(refused("[[workload]]\nname = \"w\"\n[[workload.program]]\napplication = true\n"))
                .contains("describes several workloads");
    }

    /** A workload written to a file gives bit-identical profiles. */
    @Test
    void builtInWorkloadsAsFilesAreTheSame() {
        for (String name : BuiltInWorkloads.names()) {
            String text = BuiltInWorkloads.text(name, 7).orElseThrow();
            assertThat(WorkloadFile.parse(name + ".toml", text, n -> LBM,
                    n -> { throw new AssertionError("another file: " + n); })).as(name)
                    .isEqualTo(BuiltInWorkloads.find(name, 7).orElseThrow());
        }
    }

    @Test
    void randomWorkloadsStayWithinTheirParameters() {
        DrawnWorkloads.Spread one = new DrawnWorkloads.Spread(0.5, 0.5);
        DrawnWorkloads drawn = new DrawnWorkloads("mine", TrafficUnit.BYTES_PER_SECOND,
                new StatedMachine(3, 20e9, Double.NaN), 2, 5, 4, 12, new DrawnWorkloads.Spread(1e9, 6e9), true, one,
                one, 9);
        WorkloadSet set = WorkloadFile.parse("mine.toml", drawn.text(-3), n -> LBM, n -> "");
        assertThat(set.workloads()).hasSize(2)
                .allMatch(w -> w.machine().cpus() == 3 && w.machine().sustained() == 20e9
                        && Double.isNaN(w.machine().stream()));
        for (Workload w : set.workloads()) {
            assertThat(w.programs()).hasSize(5).allSatisfy(p -> {
                assertThat(p.threads()).isBetween(1, 4);
                BandwidthProfile profile = p.profile().orElseThrow();
                assertThat(profile.aloneSeconds()).isCloseTo(12, within(1e-9));
                assertThat(profile.steps().stream().mapToDouble(s -> s.traffic() * s.aloneSeconds()).sum() / 12)
                        .isBetween(1e9, 6e9);
            });
        }
        assertThat(drawn.text(-3)).isEqualTo(drawn.text(-3)).isNotEqualTo(drawn.text(4));
    }

    @Test
    void theSetsMatchThePublication() {
        for (String name : List.of(BuiltInWorkloads.SET_A, BuiltInWorkloads.SET_B, BuiltInWorkloads.SET_C)) {
            WorkloadSet set = BuiltInWorkloads.find(name, 1).orElseThrow();
            assertThat(set.workloads()).hasSize(11);
            double most = 0;
            for (Workload w : set.workloads()) {
                assertThat(w.machine()).isEqualTo(new StatedMachine(4, 29.5, 23.6));
                assertThat(w.programs().stream().filter(p -> !p.background())).hasSize(2)
                        .allMatch(p -> p.threads() == 2);
                assertThat(w.programs().stream().filter(WorkloadProgram::background)).hasSize(4)
                        .allMatch(p -> p.threads() == 1);
                BandwidthProfile p = w.programs().get(0).profile().orElseThrow();
                assertThat(p.steps()).allMatch(s -> s.traffic() <= 29.5);
                most = Math.max(most,
                        p.steps().stream().mapToDouble(s -> s.traffic() * s.aloneSeconds()).sum() / p.aloneSeconds());
            }
            assertThat(most).as("the largest single demand").isCloseTo(23.31, within(1e-9));
        }
    }

    @Test
    void randomWorkloadsDependOnlyOnTheirSeed() {
        assertThat(BuiltInWorkloads.find("pilot", 3)).isEqualTo(BuiltInWorkloads.find("pilot", 3))
                .isNotEqualTo(BuiltInWorkloads.find("pilot", 4));
        assertThat(BuiltInWorkloads.find("spec-like", 3).orElseThrow().workloads())
                .allMatch(w -> w.programs().size() == 8);
        assertThat(BuiltInWorkloads.find("set-d", 1)).isEmpty();
        assertThat(BuiltInWorkloads.names()).hasSize(6);
    }
}
