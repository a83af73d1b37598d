package runbench.sync.window;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import runbench.base.error.ExitCode;
import runbench.base.progress.Progress;
import runbench.base.error.RunbenchException;
import runbench.sync.exchange.ExchangeRecording;
import runbench.sync.exchange.XchgFile;

/** One synchronisation window of this host with its nodes, run by the native exchange engine. */
public final class SyncWindow implements OpenWindow {
    private static final long FOR_EVER = Long.MAX_VALUE / 2;

    private final List<Node> nodes;
    private final Path folder;
    private final Progress progress;
    private final Launched engine;

    private SyncWindow(List<Node> nodes, Path folder, Progress progress, Launched engine) {
        this.nodes = nodes;
        this.folder = folder;
        this.progress = progress;
        this.engine = engine;
    }

    /**
     * Runs one from beginning to end.
     *
     * @param prefix command before the engine's own, e.g. to run it in a network namespace; may be empty
     * @param reference this host's name
     * @param folder where {@code NODE.xchg} files go; made if missing
     * @return the recordings of the nodes that answered, by node
     * @throws RunbenchException if none answered
     */
    public static Map<String, ExchangeRecording> run(
            List<String> prefix, WindowPlan plan, List<Node> nodes, String reference, Path folder) throws IOException {
        Answers answers = run(prefix, plan, nodes, reference, folder, Progress.NONE);
        if (answers.recordings().isEmpty()) {
            throw answers.nothing();
        }
        return answers.recordings();
    }

    /** The same, also telling about nodes that did not answer, or stopped answering; an interrupt ends the window early. */
    public static Answers run(List<String> prefix, WindowPlan plan, List<Node> nodes, String reference, Path folder, Progress progress)
            throws IOException {
        return OpenWindow.all(List.of(start(prefix, plan, nodes, reference, folder, progress)));
    }

    /** @param progress told the bursts that are done */
    public static SyncWindow start(List<String> prefix, WindowPlan plan, List<Node> nodes, String reference, Path folder, Progress progress)
            throws IOException {
        Files.createDirectories(folder);
        List<String> command = new ArrayList<>(prefix);
        command.addAll(command(Programs.path("runbench-exchange").toString(), plan, nodes, reference, folder.toString()));
        if (progress != Progress.NONE) {
            command.add("--progress");
        }
        return new SyncWindow(nodes, folder, progress, Launcher.HERE.start(command));
    }

    /** The engine's command line. */
    static List<String> command(String program, WindowPlan plan, List<Node> nodes, String reference, String output) {
        List<String> command = new ArrayList<>(List.of(program, "--output", output,
                "--clock", plan.clock(), "--bursts", "" + plan.bursts(), "--exchanges", "" + plan.exchanges(),
                "--window", "" + plan.windowNanos() / 1_000_000, "--timeout", "" + plan.timeoutMillis(),
                "--parallel", "" + plan.parallel(), "--reference", reference));
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
        engine.await(this::told, System.nanoTime() + FOR_EVER);
    }

    @Override
    public void stop() {
        engine.stop();
    }

    @Override
    public Answers fetch() throws IOException {
        List<String> said = engine.complaints().stream().filter(Predicate.not(SyncWindow::isProgress)).toList();
        boolean silence = said.stream().anyMatch(line -> line.contains("no answer"));
        if (engine.exitCode() != 0 && engine.exitCode() != ExitCode.INTERRUPTED.code() && !silence) {
            throw RunbenchException.of(engine.exitCode() == 2 ? ExitCode.BAD_INPUT : ExitCode.MACHINE,
                    said.isEmpty() ? engine.story() : String.join("\n  ", said));
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
        return Answers.of(nodes, recordings, said).and(unreadable);
    }

    private boolean told() {
        List<String> lines = engine.complaints();
        if (!lines.isEmpty() && isProgress(lines.get(lines.size() - 1))) {
            String[] part = lines.get(lines.size() - 1).split(" ");
            progress.at(Long.parseLong(part[1]), Long.parseLong(part[2]));
        }
        return engine.hasEnded();
    }

    private static boolean isProgress(String line) {
        return line.matches("progress \\d+ \\d+");
    }
}
