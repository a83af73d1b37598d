package runbench.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;

/** A mistake in a catalogue file is reported with its file, line and key. */
class CatalogueErrorsTest {
    @TempDir
    Path temp;

    static Stream<Arguments> mistakes() {
        String head = "[bench.\"a.b\"]\ntitle = \"t\"\n[bench.\"a.b\".own]\n";
        return Stream.of(Arguments.of("not TOML", "[bench.\"a.b\"\n", 1, "not TOML", "bench"),
                Arguments.of("shell line",
                        head + "executables = [\"x\"]\nruns = [\n  { name = \"r\", argv = \"a b\" },\n]\n", 6,
                        "argv must be an array of strings", "argv = ["),
                Arguments.of("number for a word",
                        head + "executables = [\"x\"]\nruns = [{ name = \"r\", argv = [1] }]\n", 5,
                        "argv must hold strings only", "\"one\""),
                Arguments.of("misspelt key", head + "executables = [\"x\"]\nruns = [{ name = \"r\", timeut-s = 3 }]\n",
                        5, "timeut-s is not a key", "timeout-s"),
                Arguments.of("misspelt section", "[bench.\"a.b\"]\ntitle = \"t\"\n[bench.\"a.b\".ownn]\n", 1,
                        "ownn is not a key", "own"),
                Arguments.of("no title",
                        "[bench.\"a.b\"]\n[bench.\"a.b\".own]\nexecutables = [\"x\"]\nruns = [{ name = \"r\" }]\n", 1,
                        "title is missing", "title = "),
                Arguments.of("no runs", head + "executables = [\"x\"]\n", 3, "runs is missing", "runs = ["),
                Arguments.of("no program", head + "runs = [{ name = \"r\" }]\n", 3, "executables is missing",
                        "executables = "),
                Arguments.of("unknown default",
                        head + "executables = [\"x\"]\ndefault = \"q\"\nruns = [{ name = \"r\" }]\n", 5,
                        "default names no run", "r"),
                Arguments.of("run twice", head + "executables = [\"x\"]\nruns = [{ name = \"r\" }, { name = \"r\" }]\n",
                        5, "used twice", "name of its own"),
                Arguments.of("bad hash",
                        head + "executables = [\"x\"]\nruns = [{ name = \"r\", verify = [{ sha256 = \"12\" }] }]\n", 5,
                        "64 lower-case", "sha256sum"),
                Arguments.of("bad regex",
                        head + "executables = [\"x\"]\nruns = [{ name = \"r\", verify = [{ matches = \"(\" }] }]\n", 5,
                        "not a regular expression", "single quotes"),
                Arguments.of("unknown step",
                        head + "executables = [\"x\"]\nruns = [{ name = \"r\", prepare = [{ frobnicate = \"x\" }] }]\n",
                        5, "no known kind", "control-file"),
                Arguments.of("unknown kind", "[bench.\"a.b\"]\ntitle = \"t\"\n[bench.\"a.b\".open]\nkind = \"copy\"\n",
                        4, "is not known: copy", "same-program"),
                Arguments.of("nothing to run", "[bench.\"a.b\"]\ntitle = \"t\"\n", 1, "cannot be run", "own"),
                Arguments.of("no bench", "x = 1\n", 0, "holds no benchmark", "[bench."));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mistakes")
    void namesFileLineAndKey(String what, String text, int line, String problem, String remedy) throws IOException {
        Path file = Files.writeString(temp.resolve("mine.toml"), text);
        RunbenchException e = catchThrowableOfType(RunbenchException.class,
                () -> Catalogue.load(temp.resolve("none"), List.of(file)));
        assertThat(e).as(what).isNotNull();
        assertThat(e.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(e.getMessage()).startsWith(line > 0 ? file + ":" + line + ": " : file.toString()).contains(problem);
        assertThat(e.remedy().orElseThrow()).contains(remedy);
    }

    /** Whatever the damage, the answer is a catalogue or an error in words. */
    @Test
    void damagedFilesNeverSurprise() throws IOException {
        String good = Files.readString(Path.of(System.getProperty("runbench.home"), "scripts/catalogue/cint2006.toml"));
        Random random = new Random(2006);
        for (int i = 0; i < 300; i++) {
            StringBuilder bad = new StringBuilder(good.substring(0, 1000 + random.nextInt(good.length() - 1000)));
            for (int k = 0; k < 3; k++) {
                bad.setCharAt(random.nextInt(bad.length()), (char) (32 + random.nextInt(95)));
            }
            try {
                new EntryReader("damaged.toml", bad.toString()).read();
            } catch (RunbenchException e) {
                assertThat(e.getMessage()).startsWith("damaged.toml");
                assertThat(e.remedy()).isPresent();
            }
        }
    }
}
