package runbench.report.text;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import runbench.sampler.emulate.EmulatedEvent;
import runbench.sampler.emulate.Emulator;
import runbench.sampler.emulate.EmulatedModels.Model;

/** Prints the events of the emulated machine. */
public final class EmulatedEventsText {
    private EmulatedEventsText() {
    }

    /**
     * Selects events.
     *
     * @param word text in the name or the meaning; null for all events
     */
    public static List<EmulatedEvent> select(String word) {
        String lower = word == null ? "" : word.toLowerCase(Locale.ROOT);
        return EmulatedEvent.all()
                .stream()
                .filter(e -> (e.name() + ' ' + e.meaning()).toLowerCase(Locale.ROOT).contains(lower))
                .toList();
    }

    public static void print(List<EmulatedEvent> events, PrintWriter out) {
        out.println("The emulated machine (--emulate), " + Emulator.LABEL + ":");
        events.forEach(e -> out.printf("  %-22s %s%s%n", e.name(), e.meaning(),
                e.model().map(m -> " [" + m.word() + "]").orElse("")));
        out.println("In brackets: the model that counts the event; select it with --events, --metrics or --model.");
    }

    /** Returns the content for {@code --json}. */
    public static List<Map<String, Object>> json(List<EmulatedEvent> events) {
        return events.stream().map(e -> {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("name", e.name());
            one.put("unit", e.unit());
            one.put("model", e.model().map(Model::word).orElse(null));
            one.put("meaning", e.meaning());
            return one;
        }).toList();
    }
}
