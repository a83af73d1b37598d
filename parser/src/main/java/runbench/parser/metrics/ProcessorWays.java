package runbench.parser.metrics;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import runbench.parser.microarchitecture.FormulaDefinition;
import runbench.parser.microarchitecture.MetricDefinition;
import runbench.parser.microarchitecture.Microarchitecture;

/** Metrics as the table of one microarchitecture computes them. */
final class ProcessorWays {
    private final Microarchitecture processor;

    ProcessorWays(Microarchitecture processor) {
        this.processor = processor;
    }

    Metric metric(String name, String title, String unit, String explanation) {
        MetricDefinition known = processor.metric(name);
        List<Metric.Way> ways = new ArrayList<>();
        String unavailable = known.unavailable();
        for (FormulaDefinition f : known.formulas()) {
            Formula formula = Formula.parse(f.formula());
            List<String> generic = formula.names().stream().filter(processor.generic()::containsKey).toList();
            boolean particular = processor.hybrid() && way(f, formula).events().size() > generic.size();
            if (particular && way(f, formula).needsTime()) {
                unavailable = "its events count on the cores of " + processor.corePmu()
                        + " alone, and the program may run on others meanwhile: " + "no time is theirs";
            } else {
                ways.add(way(f, particular ? Formula.parse(onItsCores(f.formula(), generic)) : formula));
            }
        }
        return new Metric(name, title, unit, explanation, ways, ways.isEmpty() ? unavailable : "");
    }

    private Metric.Way way(FormulaDefinition f, Formula formula) {
        Map<String, Long> raw = new LinkedHashMap<>();
        formula.names().forEach(name -> processor.code(name).ifPresent(code -> raw.put(name, code)));
        return new Metric.Way(formula, f.note(), f.estimate(), f.codes(), raw, f.source());
    }

    /** Beside events of one core type the generic ones, which count on all, are counted on that type too. */
    private String onItsCores(String formula, List<String> generic) {
        String text = formula;
        for (String name : generic) {
            text = Pattern.compile("(?<![\\w./:'-])" + Pattern.quote(name) + "(?![\\w./:'-])")
                    .matcher(text)
                    .replaceAll(Matcher.quoteReplacement("'" + processor.corePmu() + "/" + name + "/'"));
        }
        return text;
    }
}
