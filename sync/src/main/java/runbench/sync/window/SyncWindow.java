package runbench.sync.window;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.base.progress.Progress;
import runbench.sync.exchange.ExchangeRecording;
import runbench.sync.exchange.XchgFile;
import runbench.sync.window.EngineEvent.SilentNode;
import runbench.sync.window.Launcher.Programs;
import runbench.sync.window.OpenWindow.Answers;

/** One synchronisation window of this host with its nodes, run by the native exchange engine. */
public final class SyncWindow implements OpenWindow {
    private static final long UNLIMITED_NANOS = Long.MAX_VALUE / 2;

    private final List<Node> nodes;
    private final Path folder;
    private final Progress progress;
    private final StartedProgram engine;

    private SyncWindow(List<Node> nodes, Path folder, Progress progress, StartedProgram engine) {
        this.nodes = nodes;
        this.folder = folder;
        this.progress = progress;
        this.engine = engine;
    }

    /**
     * Runs a window.
     *
     * @param prefix command before the engine's own, e.g. to run it in a network namespace; may be empty
     * @param plan plan of the window
     * @param nodes nodes to measure
     * @param reference this host's name
     * @param folder folder of the {@code NODE.xchg} files; created if missing
     * @return recordings of the nodes that answered, by node
     * @throws RunbenchException if none answered
     */
    public static Map<String, ExchangeRecording> run(List<String> prefix, WindowPlan plan, List<Node> nodes,
            String reference, Path folder) throws IOException {
        Answers answers = run(prefix, plan, nodes, reference, folder, Progress.NONE);
        if (answers.recordings().isEmpty()) {
            throw answers.noAnswer();
        }
        return answers.recordings();
    }

    /** Runs a window and also returns the failures. An interrupt ends the window early. */
    public static Answers run(List<String> prefix, WindowPlan plan, List<Node> nodes, String reference, Path folder,
            Progress progress) throws IOException {
        return OpenWindow.all(List.of(start(prefix, plan, nodes, reference, folder, progress)));
    }

    /**
     * Starts a window.
     *
     * @param progress receives the number of finished bursts
     */
    public static SyncWindow start(List<String> prefix, WindowPlan plan, List<Node> nodes, String reference,
            Path folder, Progress progress) throws IOException {
        Files.createDirectories(folder);
        List<String> command = new ArrayList<>(prefix);
        command.addAll(
                command(Programs.path("runbench-exchange").toString(), plan, nodes, reference, folder.toString()));
        if (progress != Progress.NONE) {
            command.add("--progress");
        }
        return new SyncWindow(nodes, folder, progress, Launcher.HERE.start(command));
    }

    /** Returns the engine's command line. */
    static List<String> command(String program, WindowPlan plan, List<Node> nodes, String reference, String output) {
        List<String> command = new ArrayList<>(List.of(program, "--output", output, "--events", "--clock", plan.clock(),
                "--bursts", "" + plan.bursts(), "--exchanges", "" + plan.exchanges(), "--window",
                "" + plan.windowNanos() / 1_000_000, "--timeout", "" + plan.timeoutMillis(), "--parallel",
                "" + plan.parallel(), "--reference", reference));
        if (plan.realtime()) {
            command.add("--realtime");
        }
        if (plan.key() != null) {
            command.addAll(List.of("--key", plan.key()));
        }
        if (plan.broadcast() != null) {
            command.addAll(List.of("--broadcast", plan.broadcast(), "--beats", "" + plan.beats()));
        }
        plan.asks().forEach((service, question) -> command.addAll(List.of("--ask", service + "=" + question)));
        for (Node node : nodes) {
            command.add("--node");
            command.add(node.argument());
        }
        return command;
    }

    static boolean hasExchanges(List<String> lines) {
        return lines.stream().anyMatch(line -> !line.isEmpty() && Character.isDigit(line.charAt(0)));
    }

    @Override
    public void awaitEnd() {
        engine.await(this::isOver, System.nanoTime() + UNLIMITED_NANOS);
    }

    @Override
    public void stop() {
        engine.stop();
    }

    @Override
    public Answers fetch() throws IOException {
        List<SilentNode> silent = EngineEvent.silent(engine.output());
        List<String> errors = engine.errorOutput();
        if (engine.exitCode() != 0 && engine.exitCode() != ExitCode.INTERRUPTED.code() && silent.isEmpty()) {
            throw RunbenchException.of(engine.exitCode() == 2 ? ExitCode.BAD_INPUT : ExitCode.MACHINE,
                    errors.isEmpty() ? engine.describe() : String.join("\n  ", errors));
        }
        Map<String, ExchangeRecording> recordings = new LinkedHashMap<>();
        Map<String, String> unreadable = new LinkedHashMap<>();
        for (Node node : nodes) {
            Path file = folder.resolve(node.name() + ".xchg");
            if (Files.exists(file) && hasExchanges(Files.readAllLines(file))) {
                try {
                    recordings.put(node.name(), XchgFile.read(file));
                } catch (RunbenchException e) {
                    unreadable.put(node.name(), e.getMessage());
                }
            }
        }
        return Answers.of(nodes, recordings, silent).and(unreadable);
    }

    /** Returns whether the window is over; also reports progress. */
    private boolean isOver() {
        List<String> lines = engine.output();
        if (!lines.isEmpty()
                && EngineEvent.parse(lines.get(lines.size() - 1)).orElse(null) instanceof EngineEvent.Progressed p) {
            progress.at(p.done(), p.planned());
        }
        return engine.hasEnded();
    }
}
