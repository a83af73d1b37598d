package runbench.pas2p.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.pas2p.study.StudyPlan.StudyTarget;
import runbench.pas2p.study.StudyPlan.TracedRuns;

class StudyFileTest {
    private static final String TARGET = "[[target]]\nname = \"a\"\ncommand = \"mpirun {program}\"\n";

    @Test
    void commandsAreTemplates() {
        StudyPlan plan = StudyFile.parse("s.toml", """
                signature = "app.sig.json"
                program = "./app 'in put.txt'"
                error = "2%"
                timeout = "10 min"
                repetitions = 2
                [[target]]
                name = "two cores"
                command = "mpirun -np {ranks} --map-by 'core:PE=1' {program}"
                [[target]]
                name = "16 ranks"
                trace = "run16"
                command = ["srun", "-n{ranks}", "sh", "-c", "exec {program}"]
                """);
        assertThat(plan.name()).isEqualTo("s");
        assertThat(plan.sampling().error()).isEqualTo(0.02);
        assertThat(plan.timeout()).isEqualTo(Duration.ofMinutes(10));
        StudyTarget cores = plan.targets().get(0);
        assertThat(cores.words(4, List.of("traced"))).containsExactly("mpirun", "-np", "4", "--map-by", "core:PE=1",
                "./app", "in put.txt");
        assertThat(cores.folder()).isEqualTo("two_cores");
        StudyTarget ranks = plan.targets().get(1);
        assertThat(ranks.signature()).isNull();
        assertThat(ranks.traces()).isEqualTo(new TracedRuns(Path.of("run16"), List.of(), 0));
        assertThat(ranks.words(16, List.of())).containsExactly("srun", "-n16", "sh", "-c", "exec ./app in put.txt");
    }

    @Test
    void tracedProgramIsTheDefaultProgram() {
        StudyPlan plan = StudyFile.parse("s.toml", "signature = \"x\"\n" + TARGET);
        assertThat(plan.targets().get(0).words(4, List.of("./app", "-x"))).containsExactly("mpirun", "./app", "-x");
    }

    @Test
    void tracesOfOtherRunsAreNamedOrMade() {
        StudyPlan plan = StudyFile.parse("s.toml", """
                trace = "run1"
                repeat = ["run2", "run3"]
                [[target]]
                name = "a"
                command = "mpirun {program}"
                [[target]]
                name = "16 ranks"
                trace = "run16"
                repeat = 2
                command = "mpirun {program}"
                [[target]]
                name = "8 ranks"
                trace = "run8"
                repeat = "run8b"
                command = "mpirun {program}"
                """);
        assertThat(plan.targets()).extracting(StudyTarget::traces)
                .containsExactly(new TracedRuns(Path.of("run1"), List.of(Path.of("run2"), Path.of("run3")), 0),
                        new TracedRuns(Path.of("run16"), List.of(), 2),
                        new TracedRuns(Path.of("run8"), List.of(Path.of("run8b")), 0));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '#', value = {"signature = 'x'|no targets",
            "signature = 'x'\\nrepetition = 3|\"repetition\" is not known",
            "signature = 'x'\\n[[target]]\\ncommand = 'm'|target 1 has no name",
            "signature = 'x'\\n[[target]]\\nname = 'a'|target \"a\" has no command",
            "signature = 'x'\\n[[target]]\\nname = 'a'\\ncommand = 'm'\\nmeasured = 'm'|has both a command and "
                    + "measured",
            "[[target]]\\nname = 'a'\\ncommand = 'm'|has neither a signature nor a trace",
            "signature = 'x'\\nrepetitions = 0\\n[[target]]\\nname = 'a'\\ncommand = 'm'|repetitions = 0",
            "signature = 'x'\\ntimeout = '5'\\n[[target]]\\nname = 'a'\\ncommand = 'm'|timeout",
            "signature = 'x'\\n[[target]]\\nname = 'a b'\\ncommand = 'm'\\n[[target]]\\nname = 'a_b'\\ncommand = "
                    + "'m'|would share a folder",
            "signature = 'x'\\n[[target]]\\nname = 'a'\\ncommand = \"m 'x\"|a quote is not closed",
            "signature = 'x'\\nrepeat = 2\\n[[target]]\\nname = 'a'\\ncommand = 'm'|repeat without a trace",
            "trace = 'x'\\n[[target]]\\nname = 'a'\\nrepeat = 2\\ncommand = 'm'|target \"a\": repeat without a trace",
            "trace = 'x'\\nrepeat = -1\\n[[target]]\\nname = 'a'\\ncommand = 'm'|repeat = -1: neither",
            "trace = 'x'\\nrepeat = 1.5\\n[[target]]\\nname = 'a'\\ncommand = 'm'|repeat = 1.5: neither",
            "trace = 'x'\\nrepeat = true\\n[[target]]\\nname = 'a'\\ncommand = 'm'|is neither text nor a list of texts",
            "signature = |s.toml:1: not TOML"})
    void invalidStudyIsRejectedWithTheFieldsPath(String text, String said) {
        assertThatThrownBy(() -> StudyFile.parse("s.toml", text.replace("\\n", "\n")))
                .isInstanceOfSatisfying(RunbenchException.class,
                        e -> assertThat(e.exitCode()).isEqualTo(ExitCode.BAD_INPUT))
                .hasMessageContaining("s.toml")
                .hasMessageContaining(said);
    }
}
