package runbench.sampler.probe;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import runbench.base.error.RunbenchException;
import runbench.parser.metrics.GroupAlias;
import runbench.parser.metrics.Metric;

/**
 * A metric with its computability on this machine.
 *
 * @param name name of the metric
 * @param title readable name
 * @param unit unit of its values
 * @param explanation meaning of the metric
 * @param aliases metric groups of other tools that it answers, each with the tool: {@code FLOPS_DP (LIKWID)}
 * @param ways formulas, in order of preference
 * @param available true if the processor has events for it
 * @param computable true if its events can be counted here; null if this was not tested
 * @param formula the formula that is used here; null if none can be
 * @param reason why the metric cannot be computed; null if it can
 * @param remedy command to type; null if there is none
 */
public record ComputableMetric(String name, String title, String unit, String explanation, List<String> aliases,
        List<Way> ways, boolean available, Boolean computable, String formula, String reason, String remedy) {
    /**
     * One formula of a metric.
     *
     * @param formula the formula
     * @param events its events
     * @param note difference from the metric's usual meaning; null if there is none
     * @param estimate why the result is an estimate; null if it is exact
     * @param source vendor's document or table with the formula; null if it needs no event of the processor
     */
    public record Way(String formula, List<String> events, String note, String estimate, String source) {}

    /**
     * Returns the metrics with their computability.
     *
     * @param metrics the metrics
     * @param open true to open their events on this machine
     */
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

    private static List<String> aliases(Metric m) {
        return GroupAlias.all()
                .stream()
                .filter(a -> a.metrics().contains(m.name()))
                .map(a -> a.name() + " (" + a.tool() + ")")
                .toList();
    }

    private static String orNull(String text) {
        return text.isEmpty() ? null : text;
    }

    private static ComputableMetric listed(Metric m, List<Way> ways, Boolean computable, String reason) {
        return new ComputableMetric(m.name(), m.title(), m.unit(), m.explanation(), aliases(m), ways, m.available(),
                computable, null, reason, null);
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
                return new ComputableMetric(m.name(), m.title(), m.unit(), m.explanation(), aliases(m), ways, true,
                        true, way.formula(), null, null);
            }
        }
        return new ComputableMetric(m.name(), m.title(), m.unit(), m.explanation(), aliases(m), ways, true, false, null,
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
