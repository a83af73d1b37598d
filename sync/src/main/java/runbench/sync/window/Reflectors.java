package runbench.sync.window;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import runbench.parser.ExitCode;
import runbench.parser.RunbenchException;

/**
 * Reflectors started for one or more windows by a command template, one process a node (or one for all where the
 * template names {@code {hosts}}), ended by closing their standard input.
 */
public final class Reflectors implements AutoCloseable {
    private static final long START_SECONDS = 20;

    private final List<Process> processes = new ArrayList<>();
    private final Map<String, List<String>> said = new LinkedHashMap<>();
    private int ready;

    private Reflectors() {
    }

    /**
     * @param template command with {@code {host}} (or {@code {hosts}}), {@code {name}}, {@code {port}} and
     *                 {@code {command}}
     * @param command  the reflector's command line on the node, {@code {port}} and {@code {name}} replaced
     */
    public static Reflectors start(String template, String command, List<Node> nodes) {
        if (!template.contains("{command}")) {
            throw RunbenchException.badInput("--start-with '" + template + "': {command} is missing")
                    .remedy("For example: --start-with 'ssh {host} {command}'");
        }
        Reflectors all = new Reflectors();
        try {
            if (template.contains("{hosts}")) {
                String hosts = nodes.stream().map(Node::host).collect(Collectors.joining(","));
                all.launch("all nodes", fill(template.replace("{hosts}", hosts), command, nodes.get(0)));
            } else {
                for (Node node : nodes) {
                    all.launch(node.name(), fill(template, command, node));
                }
            }
            all.await(nodes.size());
            return all;
        } catch (RuntimeException e) {
            all.close();
            throw e;
        }
    }

    private static List<String> fill(String template, String command, Node node) {
        String line = template.replace("{command}", command)
                .replace("{host}", node.host()).replace("{name}", node.name()).replace("{port}", "" + node.port());
        return Words.split(line);
    }

    private void launch(String node, List<String> command) {
        try {
            Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
            processes.add(process);
            List<String> lines = new ArrayList<>();
            said.put(node, lines);
            Thread reader = new Thread(() -> read(process, lines), "reflector " + node);
            reader.setDaemon(true);
            reader.start();
        } catch (IOException e) {
            throw RunbenchException.of(ExitCode.MACHINE, node + ": the reflector cannot be started: " + e.getMessage())
                    .remedy("Try the command by hand: " + String.join(" ", command)).causedBy(e);
        }
    }

    private void read(Process process, List<String> lines) {
        try (BufferedReader in = new BufferedReader(
                new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                synchronized (this) {
                    lines.add(line);
                    ready += line.contains("\"event\":\"ready\"") ? 1 : 0;
                    notifyAll();
                }
            }
        } catch (IOException closed) {
            // The process ended; await() and close() see that for themselves.
        }
        synchronized (this) {
            notifyAll();
        }
    }

    private synchronized void await(int nodes) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
        try {
            while (ready < nodes) {
                long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
                boolean dead = processes.stream().anyMatch(p -> !p.isAlive() && p.exitValue() != 0);
                if (dead || left <= 0) {
                    throw RunbenchException.machine((dead ? "a reflector ended at once" : "not every reflector answered"
                            + " within " + START_SECONDS + " s") + "; they said: " + said)
                            .remedy("Try the start command by hand on one node");
                }
                wait(Math.min(left, 200));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw RunbenchException.of(ExitCode.INTERRUPTED, "interrupted while reflectors started");
        }
    }

    /** What each said, by node: its clock and settings when it was ready, its counts at the end. */
    public synchronized Map<String, List<String>> said() {
        Map<String, List<String>> copy = new LinkedHashMap<>();
        said.forEach((node, lines) -> copy.put(node, List.copyOf(lines)));
        return copy;
    }

    /** Ends them: end of input first, which also travels through ssh, then by signal. */
    @Override
    public void close() {
        for (Process process : processes) {
            try {
                process.getOutputStream().close();
            } catch (IOException alreadyGone) {
                // Nothing left to tell it.
            }
        }
        for (Process process : processes) {
            try {
                if (!process.waitFor(3, TimeUnit.SECONDS)) {
                    process.destroy();
                    process.waitFor(2, TimeUnit.SECONDS);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            process.destroyForcibly();
        }
    }
}
