package runbench.sync.window;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import runbench.base.progress.Progress;
import runbench.base.error.RunbenchException;

/**
 * Reflectors started for one or more windows by a command template, one process a node (or one for all where the
 * template names {@code {hosts}}), ended by closing their standard input. A node whose reflector does not start is a
 * failure of that node alone.
 */
public final class Reflectors implements AutoCloseable {
    private static final long START_SECONDS = 20;
    private static final long END_MILLIS = 3000;
    /** For programs that do not pass the end of input on (pdsh): they are stopped soon. */
    private static final long UNSEEN_END_MILLIS = 100;

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
     * @param template as {@link Template} says
     * @param command the reflector's command line on the nodes, {@code {port}}, {@code {host}} and {@code {name}}
     *     replaced
     * @throws RunbenchException if not a single one starts
     */
    public static Reflectors start(String template, String command, List<Node> nodes) {
        return start(template, command, nodes, Progress.NONE);
    }

    /** @param progress receives the nodes that are ready, or given up */
    public static Reflectors start(String template, String command, List<Node> nodes, Progress progress) {
        Reflectors all = start(Launcher.HERE, Template.parse("--start-with", template), node -> Words.split(command),
                nodes, progress);
        if (all.failures.size() == nodes.size()) {
            all.close();
            throw RunbenchException
                    .machine("no reflector could be started. " + String.join("\n  ", all.failures.values()))
                    .remedy("Try the start command by hand on one node");
        }
        return all;
    }

    /** On behalf of this host or of a gateway; {@link #failures} tells which did not start. */
    public static Reflectors start(Launcher launcher, Template template, Function<Node, List<String>> command,
            List<Node> nodes) {
        return start(launcher, template, command, nodes, Progress.NONE);
    }

    /** The same, reporting which are ready. */
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
        // Whoever starts all of them with one command puts each one's name in front of its lines.
        String prefix = together ? node.host() + ": " : "";
        return programs.get(node)
                .output()
                .stream()
                .filter(line -> line.startsWith(prefix))
                .flatMap(line -> ProtocolLines.parse(line.substring(prefix.length())).stream())
                .anyMatch(line -> line.event().equals("ready"));
    }

    /** Nodes whose reflectors are ready. */
    public List<Node> nodes() {
        return programs.keySet().stream().filter(node -> !failures.containsKey(node.name())).toList();
    }

    /** What went wrong in starting, by node, each with the command and what it wrote. */
    public Map<String, String> failures() {
        return Map.copyOf(failures);
    }

    /** Why a node's reflector is not there any more, if so; else null. */
    public String died(String name) {
        return programs.entrySet()
                .stream()
                .filter(e -> e.getKey().name().equals(name) && !failures.containsKey(name) && e.getValue().hasEnded())
                .map(e -> "its reflector is gone: " + e.getValue().describe())
                .findFirst()
                .orElse(null);
    }

    /** What each wrote, by node: its clock and settings when it was ready, its counts at the end. */
    public Map<String, List<String>> output() {
        Map<String, List<String>> output = new LinkedHashMap<>();
        programs.forEach((node, program) -> output.put(node.name(), program.output()));
        return output;
    }

    /** Ends them. */
    @Override
    public void close() {
        StartedProgram.end(new LinkedHashSet<>(programs.values()), hidesEndOfInput ? UNSEEN_END_MILLIS : END_MILLIS);
    }
}
