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
 * @param computable whether its events can be counted here; null when nobody asked
 * @param formula    the one that would be used here; null when none can
 * @param reason     why it cannot be computed; null when it can
 * @param remedy     what to type; null when there is nothing to do
 */
public record ComputableMetric(String name, String title, String unit, String explanation, List<Way> ways, Boolean computable,
                               String formula, String reason, String remedy) {
    /** @param estimate why the result is an estimate; null when it is none */
    public record Way(String formula, List<String> events, String note, String estimate) {
    }

    /** @param open whether to try which events count here */
    public static List<ComputableMetric> of(List<Metric> metrics, boolean open) {
        ThisMachine machine = open ? ThisMachine.read() : null;
        Map<String, Countability> known = new HashMap<>();
        List<ComputableMetric> all = new ArrayList<>();
        for (Metric m : metrics) {
            List<Way> ways = m.ways().stream().map(w -> new Way(w.formula().toString(), w.events(),
                    w.note().isEmpty() ? null : w.note(), w.estimate().isEmpty() ? null : w.estimate())).toList();
            all.add(machine == null ? new ComputableMetric(m.name(), m.title(), m.unit(), m.explanation(), ways, null, null, null, null)
                    : tried(m, ways, machine, known));
        }
        return all;
    }

    private static ComputableMetric tried(Metric m, List<Way> ways, ThisMachine machine, Map<String, Countability> known) {
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
                return new ComputableMetric(m.name(), m.title(), m.unit(), m.explanation(), ways, true, way.formula(), null, null);
            }
        }
        return new ComputableMetric(m.name(), m.title(), m.unit(), m.explanation(), ways, false, null, culprit + ": " + obstacle.detail(),
                obstacle.remedy().isEmpty() ? null : obstacle.remedy());
    }

    private static Countability ask(ThisMachine machine, String event) {
        try {
            return machine.probe(p -> p.probe(event));
        } catch (RunbenchException e) {
            return new Countability(Countability.Verdict.NO, e.getMessage(), e.remedy().orElse(""));
        }
    }
}
