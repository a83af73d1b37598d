package runbench.sampler.probe;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import runbench.base.error.RunbenchException;
import runbench.parser.metrics.Metric;

/**
 * A metric, and whether it can be computed from what this machine counts.
 *
 * @param available whether the processor has events for it
 * @param computable whether its events can be counted here; null when nobody asked
 * @param formula the one that would be used here; null when none can
 * @param reason why it cannot be computed; null when it can
 * @param remedy what to type; null when there is nothing to do
 */
public record ComputableMetric(String name, String title, String unit, String explanation, List<Way> ways,
        boolean available, Boolean computable, String formula, String reason, String remedy) {
    /**
     * @param note how it differs from what the name promises elsewhere; null when it does not
     * @param estimate why the result is an estimate; null when it is none
     * @param source vendor's document or table that it follows; null where it needs no event of the processor
     */
    public record Way(String formula, List<String> events, String note, String estimate, String source) {}

    /** @param open whether to try which events count here */
    public static List<ComputableMetric> of(List<Metric> metrics, boolean open) {
        ThisMachine machine = open ? ThisMachine.read() : null;
        Map<String, Countability> known = new HashMap<>();
        List<ComputableMetric> all = new ArrayList<>();
        for (Metric m : metrics) {
            List<Way> ways = m.ways()
                    .stream()
                    .map(w -> new Way(w.formula().toString(), w.events(), orNull(w.note()), orNull(w.estimate()),
                            orNull(w.source())))
                    .toList();
            all.add(!m.available()
                    ? listed(m, ways, machine == null ? null : false,
                            "not available on this processor (" + m.unavailable() + ")")
                    : machine == null ? listed(m, ways, null, null) : tried(m, ways, machine, known));
        }
        return all;
    }

    private static String orNull(String text) {
        return text.isEmpty() ? null : text;
    }

    private static ComputableMetric listed(Metric m, List<Way> ways, Boolean computable, String reason) {
        return new ComputableMetric(m.name(), m.title(), m.unit(), m.explanation(), ways, m.available(), computable,
                null, reason, null);
    }

    private static ComputableMetric tried(Metric m, List<Way> ways, ThisMachine machine,
            Map<String, Countability> known) {
        Countability obstacle = null;
        String culprit = null;
        for (Way way : ways) {
            boolean all = true;
            for (String event : way.events()) {
                Countability c = known.computeIfAbsent(event, e -> ask(machine, e));
                if (!c.usable()) {
                    all = false;
                    culprit = obstacle == null ? event : culprit;
                    obstacle = obstacle == null ? c : obstacle;
                }
            }
            if (all) {
                return new ComputableMetric(m.name(), m.title(), m.unit(), m.explanation(), ways, true, true,
                        way.formula(), null, null);
            }
        }
        return new ComputableMetric(m.name(), m.title(), m.unit(), m.explanation(), ways, true, false, null,
                culprit + ": " + obstacle.detail(), obstacle.remedy().isEmpty() ? null : obstacle.remedy());
    }

    private static Countability ask(ThisMachine machine, String event) {
        try {
            return machine.probe(p -> p.probe(event));
        } catch (RunbenchException e) {
            return new Countability(Countability.Verdict.NO, e.getMessage(), e.remedy().orElse(""));
        }
    }
}
