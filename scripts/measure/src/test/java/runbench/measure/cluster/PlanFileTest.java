package runbench.measure.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;

class PlanFileTest {
    private static final String SHOP = """
            launch = "ssh -o BatchMode=yes {host} {command}"
            grace = "3s"

            [[program]]
            name = "db"
            host = "n1=10.0.0.1"
            command = "./db --data 'my data'"
            directory = "data"
            environment = { THREADS = 4, MODE = "fast" }
            until-port = 5432
            within = "90s"

            [[program]]
            name = "load"
            command = ["./load", "a b"]
            after = ["db"]
            until-end = true

            [[program]]
            name = "web"
            hosts = ["n1=10.0.0.1", "n2"]
            command = "./web"
            after = ["load"]
            until-output = "listening on .*"

            [[program]]
            name = "client"
            command = "./client"
            after = ["web"]
            ends = true
            """;

    @TempDir
    private Path folder;

    private Plan read(String text) throws IOException {
        return PlanFile.read(Files.writeString(folder.resolve("shop.toml"), text), null, null);
    }

    @Test
    void readsProgramsInTheirOrderWithTheirConditions() throws IOException {
        Plan plan = read(SHOP);
        assertThat(plan.name()).isEqualTo("shop");
        assertThat(plan.launch()).isEqualTo("ssh -o BatchMode=yes {host} {command}");
        assertThat(plan.grace()).isEqualTo(Duration.ofSeconds(3));
        assertThat(plan.hasEnding()).isTrue();
        assertThat(plan.members()).extracting(Plan.Member::name)
                .containsExactly("db", "load", "web@n1", "web@n2", "client");
        Plan.Member db = plan.members().get(0);
        assertThat(db.program().command()).containsExactly("./db", "--data", "my data");
        assertThat(db.directory()).isEqualTo(folder.toAbsolutePath().resolve("data").toString());
        assertThat(db.environment()).containsEntry("THREADS", "4").containsEntry("MODE", "fast");
        assertThat(db.readiness().port()).isEqualTo(5432);
        assertThat(db.within()).isEqualTo(Duration.ofSeconds(90));
        assertThat(Plan.address(db.program().on())).isEqualTo("10.0.0.1");
        assertThat(Plan.address(plan.members().get(3).program().on())).isEqualTo("n2");
        assertThat(plan.members().get(1).program().command()).containsExactly("./load", "a b");
        assertThat(plan.members().get(1).readiness().end()).isTrue();
        assertThat(plan.members().get(2).readiness().output().pattern()).isEqualTo("listening on .*");
        // A program on several hosts is ready when all of its instances are.
        assertThat(plan.members().get(4).program().after()).containsExactly("web@n1", "web@n2");
        assertThat(plan.members().get(4).program().ends()).isTrue();
    }

    @Test
    void optionsOfTheCommandLineReplaceTheFile() throws IOException {
        Path file = Files.writeString(folder.resolve("shop.toml"), SHOP);
        Plan plan = PlanFile.read(file, "rsh {host} {command}", "night");
        assertThat(plan.launch()).isEqualTo("rsh {host} {command}");
        assertThat(plan.name()).isEqualTo("night");
    }

    /** Replaces a part of the valid plan and checks file, line, cause and remedy of the error. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", value = {
            "within = \"90s\" | withn = \"90s\" | :11: withn: unknown key withn | did you mean within?",
            "grace = | gracee = | :2: gracee: unknown key gracee | did you mean grace?",
            "after = [\"load\"] | after = [\"lod\"] | :23: after: there is no program lod | did you mean load?",
            "name = \"load\" | name = \"db\" | :14: name: two programs have the name db | own name",
            "name = \"load\" | name = \"a/b\" | :14: name: \"a/b\" is not a name | letters",
            "command = \"./client\" | command = [] | :28: command: command is missing | command =",
            "until-port = 5432 | until-port = 70000 | :10: until-port: 70000 is neither | until-port = 5432",
            "until-port = 5432 | until-port = \"5432\" | :10: until-port: \"5432\" is neither | n1:5432",
            "until-output = \"listening on .*\" | until-output = \"(\" | :24: until-output: not a regular | ready",
            "until-port = 5432 | until-end = true\\nuntil-port = 1 | :10: until-end: until-port and until-end | one",
            "within = \"90s\" | within = \"90\" | :11: within = '90' cannot be read: it lacks its unit | 90",
            "ends = true | ends = \"yes\" | :30: ends: \"yes\" is neither true nor false | ends = true",
            "ends = true | within = \"3s\" | :30: within: there is no condition whose time | until-port",
            "until-end = true | until-end = true\\nends = true | :18: ends: its end cannot both | leave out",
            "host = \"n1=10.0.0.1\" | host = \"n1=10.0.0.9\" | :21: hosts: the same host is n1=10.0.0.9 in db | write",
            "environment = { THREADS = 4 | environment = { \"A-B\" = 4 | :9: environment: A-B = 4 is not | THREADS",
            "launch = \"ssh -o BatchMode=yes {host} {command}\" | launch = \"ssh {host}\" | {command} is missing | ssh",
            "[\"./load\", \"a b\"] | [\"./load\", 3] | :15: command: | is not a list of texts",
            "grace = \"3s\" | grace = 3s | :2: not TOML | -"})
    void errorsNameFileLineAndKey(String part, String other, String message, String remedy) {
        assertThat(SHOP).contains(part);
        assertThatThrownBy(() -> read(SHOP.replace(part, other.replace("\\n", "\n"))))
                .isInstanceOfSatisfying(RunbenchException.class, e -> {
                    assertThat(e.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
                    assertThat(e.getMessage() + " " + e.remedy().orElse("")).contains("shop.toml").contains(message);
                    if (remedy != null) {
                        assertThat(e.getMessage() + " " + e.remedy().orElse("")).contains(remedy);
                    }
                });
    }

    @Test
    void aCycleIsNamed() {
        assertThatThrownBy(() -> read(SHOP.replace("within = \"90s\"", "after = [\"client\"]")))
                .isInstanceOf(RunbenchException.class)
                .hasMessageContaining("shop.toml:11: after: ")
                .hasMessageContaining("db after client after web@n1 after load after db");
    }

    @Test
    void twoProgramsCannotListenOnOnePortOfAHost() {
        assertThatThrownBy(() -> read(SHOP.replace("until-output = \"listening on .*\"", "until-port = 5432")))
                .isInstanceOf(RunbenchException.class)
                .hasMessageContaining("shop.toml:24: until-port: db and web@n1 cannot both listen on port 5432");
    }

    @Test
    void aFileWithoutProgramsIsRejected() {
        assertThatThrownBy(() -> read("name = \"shop\"\n")).isInstanceOf(RunbenchException.class)
                .hasMessageContaining("[[program]] is missing");
        assertThatThrownBy(() -> PlanFile.read(folder.resolve("none.toml"), null, null))
                .isInstanceOf(RunbenchException.class)
                .hasMessageContaining("no such file");
    }
}
