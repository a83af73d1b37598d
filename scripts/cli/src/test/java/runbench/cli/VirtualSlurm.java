package runbench.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/**
 * A Slurm cluster of virtual nodes, until it is closed; all nodes are this machine: {@code
 * scripts/bench/virtual-slurm}.
 */
final class VirtualSlurm implements AutoCloseable {
    private static final Path SCRIPT = Path.of(System.getProperty("runbench.home"))
            .toAbsolutePath()
            .normalize()
            .resolve("scripts/bench/virtual-slurm");

    private final Process script;
    private final String configuration;

    private VirtualSlurm(Process script, String configuration) {
        this.script = script;
        this.configuration = configuration;
    }

    /** Starts the cluster, or skips the test if this machine cannot run it. */
    static VirtualSlurm start(Path scratch, String... options) throws Exception {
        Path errors = scratch.resolve("virtual-slurm.err");
        List<String> command = new ArrayList<>(List.of(SCRIPT.toString()));
        command.addAll(List.of(options));
        // The cluster runs as long as its command, which runs until its standard input ends.
        command.addAll(List.of("sh", "-c", "echo $SLURM_CONF; cat > /dev/null"));
        Process script = new ProcessBuilder(command).redirectError(errors.toFile()).start();
        String configuration = new BufferedReader(
                new InputStreamReader(script.getInputStream(), StandardCharsets.UTF_8)).readLine();
        if (configuration == null) {
            script.waitFor();
            String why = Files.readString(errors).strip();
            Assumptions.assumeTrue(script.exitValue() != 77, why);
            throw new AssertionError(why);
        }
        return new VirtualSlurm(script, configuration);
    }

    /** Returns the environment in which a command finds the cluster. */
    List<String> environment() {
        return List.of("env", "SLURM_CONF=" + configuration);
    }

    /** Runs one of Slurm's commands, or another command that needs the cluster; returns its output. */
    String command(String... words) throws Exception {
        List<String> command = new ArrayList<>(environment());
        command.addAll(List.of(words));
        Process process = new ProcessBuilder(command).redirectErrorStream(true)
                .redirectInput(Path.of("/dev/null").toFile())
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new AssertionError(String.join(" ", words) + ": " + said);
        }
        return said;
    }

    @Override
    public void close() throws IOException, InterruptedException {
        script.getOutputStream().close();
        if (!script.waitFor(30, TimeUnit.SECONDS)) {
            script.destroy();
        }
    }
}
