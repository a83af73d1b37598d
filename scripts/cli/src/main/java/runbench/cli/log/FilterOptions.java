package runbench.cli.log;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;
import runbench.sync.live.EventFilter;

/** Options that filter events. */
final class FilterOptions {
    @Option(names = "--type", paramLabel = "T[,T]", description = "Only events of these types; * stands for any text.")
    private List<String> types = new ArrayList<>();

    @Option(names = "--node", paramLabel = "N[,N]", description = "Only events of these nodes; * stands for any text.")
    private List<String> nodes = new ArrayList<>();

    EventFilter filter() {
        List<String> words = new ArrayList<>();
        types.forEach(t -> words.add("type=" + t));
        nodes.forEach(n -> words.add("node=" + n));
        return EventFilter.parse(words);
    }
}
