package runbench.cli.run;

import java.util.List;
import picocli.CommandLine.Option;
import runbench.align.view.ViewRequest;
import runbench.base.error.RunbenchException;

/** Options for the chart of a run on many nodes. */
final class ClusterPlot {
    private static final String MESSAGES = "500";

    @Option(names = "--event", split = ",", paramLabel = "NAME",
            description = "Events and metrics to draw (default: the most informative ones).")
    private List<String> events = List.of();

    @Option(names = "--messages", arity = "0..1", paramLabel = "N", fallbackValue = MESSAGES, defaultValue = "0",
            description = "Draw the N messages of the window with most bytes (default of N: " + MESSAGES + ").")
    private int messages;

    ViewRequest request(int buckets, WindowOptions window) {
        window.rejectPhase("phases of a run on many nodes are found in its trace, and have no letters");
        if (messages < 0) {
            throw RunbenchException.badInput("--messages " + messages + ": so many cannot be drawn")
                    .remedy("give a number above 0");
        }
        return new ViewRequest(window.from(), window.to(), buckets, events, messages);
    }

    /** @throws RunbenchException (bad input) an option was given that a single recording does not support */
    void rejectForOne() {
        if (!events.isEmpty() || messages != 0) {
            throw RunbenchException
                    .badInput(
                            "--event and --messages are for a run on many nodes; this is the recording of one program")
                    .remedy("leave them out, or name the folder that runbench cluster left");
        }
    }
}
