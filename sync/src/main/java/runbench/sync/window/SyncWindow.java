package runbench.sync.window;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import runbench.parser.ExitCode;
import runbench.parser.RunbenchException;
import runbench.sync.exchange.Recording;
import runbench.sync.exchange.XchgFile;

/** One synchronisation window with all nodes, run by the native exchange engine. */
public final class SyncWindow {
    private SyncWindow() {
    }

    /**
     * @param prefix command before the engine's own, e.g. to run it in a network namespace or on a gateway; may be empty
     * @param reference this host's name
     * @param folder where {@code NODE.xchg} files go; made if missing
     * @return the recordings of the nodes that answered, by node
     */
    public static Map<String, Recording> run(
            List<String> prefix, Plan plan, List<Node> nodes, String reference, Path folder) throws IOException {
        Files.createDirectories(folder);
        List<String> command = new ArrayList<>(prefix);
        command.addAll(List.of(Programs.path("runbench-exchange").toString(), "--output", folder.toString(),
                "--clock", plan.clock(), "--bursts", "" + plan.bursts(), "--exchanges", "" + plan.exchanges(),
                "--window", "" + plan.windowNanos() / 1_000_000, "--timeout", "" + plan.timeoutMillis(),
                "--parallel", "" + plan.parallel(), "--reference", reference));
        if (plan.realtime()) {
            command.add("--realtime");
        }
        if (plan.broadcast() != null) {
            command.addAll(List.of("--broadcast", plan.broadcast(), "--beats", "" + plan.beats()));
        }
        plan.asks().forEach((service, question) -> command.addAll(List.of("--ask", service + "=" + question)));
        for (Node node : nodes) {
            command.add("--node");
            command.add(node.argument());
        }
        String said = execute(command);
        Map<String, Recording> recordings = new LinkedHashMap<>();
        for (Node node : nodes) {
            Path file = folder.resolve(node.name() + ".xchg");
            if (Files.exists(file) && hasExchanges(file)) {
                recordings.put(node.name(), XchgFile.read(file));
            }
        }
        if (recordings.isEmpty()) {
            throw RunbenchException.machine("no node answered. " + said)
                    .remedy("On each node: runbench sync reflector; or let --start-with start them");
        }
        return recordings;
    }

    private static boolean hasExchanges(Path file) throws IOException {
        return Files.readString(file).lines().anyMatch(line -> !line.isEmpty() && Character.isDigit(line.charAt(0)));
    }

    private static String execute(List<String> command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        try {
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            int code = process.waitFor();
            if (code != 0 && !said.contains("no answer")) {
                throw RunbenchException.of(code == 2 ? ExitCode.BAD_INPUT : ExitCode.MACHINE, said);
            }
            return said;
        } catch (InterruptedException e) {
            process.destroy();
            Thread.currentThread().interrupt();
            throw RunbenchException.of(ExitCode.INTERRUPTED, "interrupted; finished recordings are kept");
        }
    }
}
