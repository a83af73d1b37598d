package runbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;

/** A command in its own terminal with typed input; util-linux's {@code script} makes the terminal. */
final class PseudoTerminal implements AutoCloseable {
    static final String CTRL_C = "\003";
    static final String CTRL_Z = "\032";
    static final String CTRL_BACKSLASH = "\034";

    private final Process script;
    private final Path screen;

    private PseudoTerminal(Process script, Path screen) {
        this.script = script;
        this.screen = screen;
    }

    /**
     * @param screen file for the output of the terminal
     */
    static PseudoTerminal run(Path screen, List<String> command) throws IOException {
        return start(screen, "exec " + quoted(command));
    }

    /** Starts a shell with job control. */
    static PseudoTerminal shell(Path screen) throws IOException {
        Assumptions.assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "there is no bash");
        return start(screen, "exec /bin/bash --norc --noprofile -i");
    }

    private static PseudoTerminal start(Path screen, String command) throws IOException {
        Assumptions.assumeTrue(Files.isExecutable(Path.of("/usr/bin/script")),
                "there is no script(1) to make a terminal: apt-get install bsdutils");
        ProcessBuilder builder = new ProcessBuilder("script", "-qefc", command, "/dev/null").redirectErrorStream(true)
                .redirectOutput(screen.toFile());
        builder.environment().put("SHELL", "/bin/sh");
        builder.environment().remove("SPEC");
        return new PseudoTerminal(builder.start(), screen);
    }

    static String quoted(List<String> command) {
        return command.stream().map(w -> "'" + w.replace("'", "'\\''") + "'").collect(Collectors.joining(" "));
    }

    void type(String keys) throws IOException {
        OutputStream keyboard = script.getOutputStream();
        keyboard.write(keys.getBytes(StandardCharsets.US_ASCII));
        keyboard.flush();
    }

    String shown() throws IOException {
        return Files.readString(screen, StandardCharsets.ISO_8859_1);
    }

    void waitFor(String text) {
        Awaitility.await().atMost(60, TimeUnit.SECONDS).untilAsserted(() -> assertThat(shown()).contains(text));
    }

    /** Returns the JVM in the terminal. */
    ProcessHandle java() {
        return Awaitility.await("start of Java")
                .atMost(30, TimeUnit.SECONDS)
                .pollInterval(5, TimeUnit.MILLISECONDS)
                .until(() -> script.descendants()
                        .filter(p -> p.info().command().orElse("").endsWith("/java"))
                        .findFirst(), Optional::isPresent)
                .orElseThrow();
    }

    /**
     * @return the exit code of the command in the terminal
     */
    int await() throws Exception {
        if (!script.waitFor(120, TimeUnit.SECONDS)) {
            throw new AssertionError("it did not end: " + shown());
        }
        return script.exitValue();
    }

    @Override
    public void close() {
        script.descendants().forEach(ProcessHandle::destroyForcibly);
        script.destroyForcibly();
    }
}
