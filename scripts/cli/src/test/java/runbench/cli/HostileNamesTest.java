package runbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks that names from a program or its recording do not control the terminal. They move no cursor, set no colour,
 * reverse no text and begin no line.
 */
@Tag("beside")
@Tag("scenario")
class HostileNamesTest {
    private static final Path HOME = Path.of(System.getProperty("runbench.home", "..")).toAbsolutePath().normalize();
    private static final String NAME = "evil\nINJECTED\u001b[31m\u0007\u009b2J\u202etxt\u2028INJECTED";

    @TempDir
    private Path folder;

    @Test
    void ofProgramsAndArguments() throws Exception {
        Path program = folder.resolve(NAME);
        Files.writeString(program, "#!/bin/sh\nsleep 0.2\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        Path out = folder.resolve("out");
        Runbench.assumeCounting(folder);
        String run = folder.resolve("run").toString();
        Runbench.Ended sampled = Runbench.run(out, "sample", "-o", run, "--", program.toString(), NAME);
        assertThat(sampled.code()).as(sampled.output()).isZero();
        harmless(sampled.output());
        for (List<String> command : List.of(List.of("parse", run), List.of("parse", "--json", run),
                List.of("functions", run), List.of("functions", "--json", run), List.of("runs"),
                List.of("plot", run))) {
            harmless(printed(command.toArray(String[]::new)));
        }
        assertThat(Files.readString(folder.resolve("run/page.html"))).doesNotContain("\u202e", "\u001b", "\u009b",
                "\u2028");
    }

    @Test
    void ofAnEventLog() throws Exception {
        Path jar = HOME.resolve("native/build/lib/runbench-eventlog.jar");
        assumeTrue(Files.isReadable(jar), "not built: make -C native");
        Path source = Files.writeString(folder.resolve("Hostile.java"), """
                import runbench.eventlog.EventLog;
                class Hostile {
                    public static void main(String[] args) {
                        EventLog.Type type = EventLog.declare(args[0], EventLog.Kind.MESSAGE, -1);
                        type.send(1, args[0]);
                    }
                }
                """);
        Path log = Files.createDirectories(folder.resolve("log"));
        ProcessBuilder program = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dfile.encoding=UTF-8", "-Djava.library.path=" + jar.getParent(), "-cp", jar.toString(),
                source.toString(), NAME).inheritIO();
        program.environment().put("RB_EVENTLOG", log.toString());
        program.environment().put("LC_ALL", "C.UTF-8");
        assertThat(program.start().waitFor()).isZero();
        for (String command : List.of("show", "merge")) {
            String shown = printed("log", command, log.toString());
            harmless(shown);
            assertThat(shown).contains("evil\\u000aINJECTED\\u001b[31m");
            harmless(printed("log", command, log.toString(), "--json"));
        }
    }

    private static String printed(String... args) {
        StringWriter out = new StringWriter();
        PrintWriter written = new PrintWriter(out, true);
        assertThat(Main.execute(written, written, args)).as("%s: %s", String.join(" ", args), out).isZero();
        return out.toString();
    }

    private static void harmless(String printed) {
        assertThat(printed).doesNotContainPattern("[\\p{Cc}&&[^\\n\\t]]").doesNotContain("\u202e", "\u2028");
        assertThat(printed.lines()).noneMatch(line -> line.startsWith("INJECTED"));
    }
}
