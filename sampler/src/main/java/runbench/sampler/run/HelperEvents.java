package runbench.sampler.run;

import java.util.List;
import runbench.sampler.events.Event;

/** Events as the helpers' {@code --event} takes them. */
public final class HelperEvents {
    private HelperEvents() {
    }

    /** One word for each, in their order. */
    public static List<String> words(List<Event> events) {
        return events.stream().map(HelperCommand::event).toList();
    }
}
