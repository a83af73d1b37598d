package runbench.schedule.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import runbench.base.error.RunbenchException;
import runbench.schedule.profile.BandwidthProfile;
import runbench.schedule.profile.ProfileStep;
import runbench.schedule.profile.ProgressUnit;
import runbench.schedule.profile.TrafficSource;
import runbench.schedule.profile.TrafficUnit;

@Tag("beside")
class WorkloadFileTest {
    private static final BandwidthProfile LBM = new BandwidthProfile("470.lbm", 1, TrafficUnit.BYTES_PER_SECOND, TrafficSource.MEMORY_FILLS, ProgressUnit.INSTRUCTIONS,
            List.of(new ProfileStep(1e9, 2, 6.4e9, 0.7)));

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
        assertThat(w.programs()).extracting(WorkloadProgram::name).containsExactly("cg.1", "cg.2", "bursts", "lbm", "live");
        assertThat(w.programs().get(1).threads()).isEqualTo(2);
        assertThat(w.programs().get(1).barrierSeconds()).isEqualTo(0.01);
        assertThat(w.programs().get(0).profile().orElseThrow().steps()).containsExactly(new ProfileStep(60e9, 60, 23.31, 0.4));
        assertThat(w.programs().get(2).profile().orElseThrow().aloneSeconds()).isCloseTo(4, within(1e-9));
        assertThat(w.programs().get(2).background()).isTrue();
        assertThat(w.programs().get(2).arrivalSeconds()).isEqualTo(3.5);
        assertThat(w.programs().get(3).profile().orElseThrow().steps().get(0).traffic()).as("64 bytes a transaction").isCloseTo(100, within(1e-9));
        assertThat(w.programs().get(4).command()).containsExactly("./app", "in put");
        assertThat(w.programs().get(4).profile()).isEmpty();
    }

    @Test
    void whatIsWrongIsNamedWithItsPlaceAndWhatToWrite() {
        String program = "[[program]]\nname = \"a\"\nseconds = 1\n";
        assertThat(refused("cpus = = 4\n")).startsWith("w.toml:1: not TOML");
        assertThat(refused("name = \"x\"\n")).contains("w.toml: no programs").contains("[[program]]");
        assertThat(refused(program + "trafic = 3\n")).contains("program \"a\"").contains("trafic").contains("did you mean traffic");
        assertThat(refused(program)).contains("program \"a\"").contains("traffic = 12.5");
        assertThat(refused(program + "traffic = -1\n")).contains("traffic = -1").contains("not a number from 0");
        assertThat(refused(program + "traffic = \"much\"\n")).contains("traffic");
        assertThat(refused(program + "traffic = 1\nthreads = 0\n")).contains("threads = 0").contains("whole number");
        assertThat(refused("[[program]]\nname = \"a\"\ntraffic = 1\n")).contains("how long it takes alone");
        assertThat(refused("[[program]]\nseconds = 1\ntraffic = 1\n")).contains("program 1").contains("no name");
        assertThat(refused(program + "traffic = 1\n" + program + "traffic = 1\n")).contains("\"a\" is there twice");
        assertThat(refused("unit = \"GB\"\n" + program + "traffic = 1\n")).contains("unit = \"GB\"").contains("B/s");
        assertThat(refused(program + "traffic = 1\nprofile = \"p\"\n")).contains("both a profile and traffic");
        assertThat(refused("[[program]]\nname = \"a\"\nsteps = [[1]]\n")).contains("steps").contains("no pair");
        assertThat(refused(program + "traffic = 1\nbackground = \"yes\"\n")).contains("neither true nor false");
        assertThat(refused(program + "traffic = 1\ncommand = \"./app x\"\n")).contains("no list of words");
        assertThat(refused("[[program]]\napplication = true\n")).contains("each application in turn");
        assertThatThrownBy(() -> WorkloadFile.read(Path.of("/nowhere/w.toml"), name -> LBM)).isInstanceOf(RunbenchException.class).hasMessageContaining("/nowhere/w.toml");
    }

    @Test
    void theSetsAreWhatIsPublished() {
        for (String name : List.of(BuiltInWorkloads.SET_A, BuiltInWorkloads.SET_B, BuiltInWorkloads.SET_C)) {
            WorkloadSet set = BuiltInWorkloads.find(name, 1).orElseThrow();
            assertThat(set.workloads()).hasSize(11);
            double most = 0;
            for (Workload w : set.workloads()) {
                assertThat(w.machine()).isEqualTo(new StatedMachine(4, 29.5, 23.6));
                assertThat(w.programs().stream().filter(p -> !p.background())).hasSize(2).allMatch(p -> p.threads() == 2);
                assertThat(w.programs().stream().filter(WorkloadProgram::background)).hasSize(4).allMatch(p -> p.threads() == 1);
                BandwidthProfile p = w.programs().get(0).profile().orElseThrow();
                assertThat(p.steps()).allMatch(s -> s.traffic() <= 29.5);
                most = Math.max(most, p.steps().stream().mapToDouble(s -> s.traffic() * s.aloneSeconds()).sum() / p.aloneSeconds());
            }
            assertThat(most).as("the largest single demand").isCloseTo(23.31, within(1e-9));
        }
    }

    @Test
    void drawnWorkloadsDependOnTheirSeedAlone() {
        assertThat(BuiltInWorkloads.find("pilot", 3)).isEqualTo(BuiltInWorkloads.find("pilot", 3)).isNotEqualTo(BuiltInWorkloads.find("pilot", 4));
        assertThat(BuiltInWorkloads.find("spec-like", 3).orElseThrow().workloads()).allMatch(w -> w.programs().size() == 8);
        assertThat(BuiltInWorkloads.find("set-d", 1)).isEmpty();
        assertThat(BuiltInWorkloads.names()).hasSize(6);
    }
}
