package runbench.sync.window;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import runbench.base.error.RunbenchException;
import runbench.base.progress.Progress;
import runbench.sync.window.EngineEvent.ProtocolLines;
import runbench.sync.window.Template.Words;

/**
 * Reflectors started for one or more windows by a command template: one process per node, or one for all if the
 * template contains {@code {hosts}}. Closing their standard input ends them. A reflector that does not start is a
 * failure of its node alone.
 */
public final class Reflectors implements AutoCloseable {
    private static final long START_SECONDS = 20;
    private static final long END_MILLIS = 3000;
    /** Patience with programs that do not forward the end of input (pdsh), ms. */
    private static final long HIDDEN_END_MILLIS = 100;

    private final Map<Node, StartedProgram> programs = new LinkedHashMap<>();
    private final Map<String, String> failures = new LinkedHashMap<>();
    private final Template template;
    private final boolean together;
    private final boolean hidesEndOfInput;

    private Reflectors(Template template) {
        this.template = template;
        this.together = template.forAllNodes();
        this.hidesEndOfInput = template.hidesEndOfInput();
    }

    /**
     * Starts reflectors from this host.
     *
     * @param template start command, see {@link Template}
     * @param command the reflector's command line on the nodes; {@code {port}}, {@code {host}} and {@code {name}} are
     *     replaced
     * @param nodes the nodes
     * @throws RunbenchException if none starts
     */
    public static Reflectors start(String template, String command, List<Node> nodes) {
        return start(template, command, nodes, Progress.NONE);
    }

    /**
     * Starts reflectors from this host.
     *
     * @param progress receives the number of nodes that are ready or failed
     */
    public static Reflectors start(String template, String command, List<Node> nodes, Progress progress) {
        Reflectors all = start(Launcher.HERE, Template.parse("--launch", template), node -> Words.split(command), nodes,
                progress);
        if (all.failures.size() == nodes.size()) {
            all.close();
            throw RunbenchException
                    .machine("no reflector could be started. " + String.join("\n  ", all.failures.values()))
                    .remedy("Try the start command by hand on one node");
        }
        return all;
    }

    /** Starts reflectors from this host or from a gateway; {@link #failures} returns those that did not start. */
    public static Reflectors start(Launcher launcher, Template template, Function<Node, List<String>> command,
            List<Node> nodes) {
        return start(launcher, template, command, nodes, Progress.NONE);
    }

    /**
     * Starts reflectors from this host or from a gateway.
     *
     * @param progress receives the number of nodes that are ready or failed
     */
    public static Reflectors start(Launcher launcher, Template template, Function<Node, List<String>> command,
            List<Node> nodes, Progress progress) {
        Reflectors all = new Reflectors(template);
        String hosts = nodes.stream().map(Node::host).collect(Collectors.joining(","));
        StartedProgram one = null;
        for (Node node : nodes) {
            if (one == null || !all.together) {
                List<String> words = command.apply(node)
                        .stream()
                        .map(word -> word.replace("{port}", "" + node.port())
                                .replace("{host}", node.host())
                                .replace("{address}", node.address())
                                .replace("{name}", node.name()))
                        .toList();
                one = launcher.start(template.fill(node, hosts, words));
            }
            all.programs.put(node, one);
        }
        all.await(System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS), progress);
        return all;
    }

    private void await(long deadline, Progress progress) {
        AtomicLong done = new AtomicLong();
        programs.forEach((node, program) -> {
            progress.at(done.getAndIncrement(), programs.size());
            if (!program.await(() -> isReady(node) || program.hasEnded(), deadline)) {
                failures.put(node.name(), node.name() + ": the reflector was not ready within " + START_SECONDS + " s: "
                        + program.describe() + (program.isSilent() ? template.silenceHint(node) : ""));
            } else if (!isReady(node)) {
                failures.put(node.name(), node.name() + ": the reflector did not start: " + program.describe());
            }
        });
    }

    private boolean isReady(Node node) {
        // A program that starts all nodes with one command prefixes each line with the node's name.
        String prefix = together ? node.host() + ": " : "";
        return programs.get(node)
                .output()
                .stream()
                .filter(line -> line.startsWith(prefix))
                .flatMap(line -> ProtocolLines.parse(line.substring(prefix.length())).stream())
                .anyMatch(line -> line.event().equals("ready"));
    }

    /** Returns the nodes whose reflectors are ready. */
    public List<Node> nodes() {
        return programs.keySet().stream().filter(node -> !failures.containsKey(node.name())).toList();
    }

    /** Returns the failures to start, by node, each with the command and its output. */
    public Map<String, String> failures() {
        return Map.copyOf(failures);
    }

    /** Returns the reason why a node's reflector ended; null if it runs. */
    public String endReason(String name) {
        return programs.entrySet()
                .stream()
                .filter(e -> e.getKey().name().equals(name) && !failures.containsKey(name) && e.getValue().hasEnded())
                .map(e -> "its reflector ended: " + e.getValue().describe())
                .findFirst()
                .orElse(null);
    }

    /** Returns the output of each reflector, by node: clock and settings at the start, counts at the end. */
    public Map<String, List<String>> output() {
        Map<String, List<String>> output = new LinkedHashMap<>();
        programs.forEach((node, program) -> output.put(node.name(), program.output()));
        return output;
    }

    /** Ends all reflectors. */
    @Override
    public void close() {
        StartedProgram.end(new LinkedHashSet<>(programs.values()), hidesEndOfInput ? HIDDEN_END_MILLIS : END_MILLIS);
    }
}
