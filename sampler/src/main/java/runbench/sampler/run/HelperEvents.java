package runbench.sampler.run;

import java.util.List;
import runbench.sampler.events.Event;

/** Builds the arguments of the helpers' option {@code --event}. */
public final class HelperEvents {
    private HelperEvents() {
    }

    /** Returns one argument per event, in their order. */
    public static List<String> words(List<Event> events) {
        return events.stream().map(HelperCommand::event).toList();
    }
}
