package runbench.sync.window;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import runbench.base.error.RunbenchException;
import runbench.sync.exchange.ExchangeRecording;

/**
 * What a window brought.
 *
 * @param recordings of the nodes that answered, by node
 * @param troubles   of nodes that did not answer, or stopped answering, by node; a node may be in both
 */
public record Answers(Map<String, ExchangeRecording> recordings, Map<String, String> troubles) {
    private static final Pattern SILENT = Pattern.compile("runbench-exchange: (\\S+) \\(.*?\\): (no answer.*)");

    /** Whether the window was ended early from here. */
    public boolean interrupted() {
        return recordings.values().stream().anyMatch(r -> r.meta().path("interrupted").asBoolean());
    }

    /** To be thrown where not a single node answered. */
    public RunbenchException nothing() {
        return RunbenchException.machine("no node answered. " + troubles.entrySet().stream()
                .map(e -> e.getValue().startsWith(e.getKey() + ":") ? e.getValue() : e.getKey() + ": " + e.getValue()).collect(Collectors.joining("\n  ")))
                .remedy("On each node: runbench sync reflector; or let --start-with start them");
    }

    /** With troubles that are known better than by what the engine said. */
    Answers and(Map<String, String> better) {
        Map<String, String> all = new LinkedHashMap<>(troubles);
        all.putAll(better);
        return new Answers(recordings, all);
    }

    /** @param said what the exchange engine said on standard error */
    static Answers of(List<Node> nodes, Map<String, ExchangeRecording> recordings, List<String> said) {
        Map<String, String> troubles = new LinkedHashMap<>();
        for (String line : said) {
            Matcher silent = SILENT.matcher(line);
            if (silent.matches()) {
                troubles.put(silent.group(1), silent.group(2));
            }
        }
        for (Node node : nodes) {
            ExchangeRecording r = recordings.get(node.name());
            if (r == null) {
                troubles.putIfAbsent(node.name(), "no answer");
            } else if (stopped(r) != null) {
                troubles.put(node.name(), stopped(r));
            }
        }
        return new Answers(recordings, troubles);
    }

    /** In words, if the node answered at first and then not at all. */
    private static String stopped(ExchangeRecording r) {
        int last = r.exchanges().burst(r.exchanges().size() - 1) + 1;
        int bursts = r.meta().path("bursts").asInt(last);
        return last >= bursts ? null : r.meta().path("interrupted").asBoolean() ? "interrupted after burst " + last + " of " + bursts
                : "stopped answering after burst " + last + " of " + bursts + "; what it answered is kept";
    }
}
