package runbench.parser.microarchitecture;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import runbench.base.json.Fields;

/** A compiled table to values. */
final class TableReader {
    private TableReader() {
    }

    /** @throws IllegalStateException naming table and event, where a code does not fit its fields */
    static Microarchitecture table(String id, Fields table) {
        CodeLayout layout = CodeLayout.of(table.text("layout"));
        String source = table.textOr("source", "");
        Map<String, Long> generic = new LinkedHashMap<>();
        Fields mapped = table.atOrEmpty("generic");
        mapped.map().keySet().forEach(name -> generic.put(name, mapped.number(name)));
        Map<String, EventDefinition> events = new LinkedHashMap<>();
        Fields named = table.atOrEmpty("events");
        named.map().keySet().forEach(name -> events.put(name, event(id, name, named.at(name), layout, source)));
        Map<String, MetricDefinition> metrics = new LinkedHashMap<>();
        Fields known = table.atOrEmpty("metrics");
        known.map()
                .forEach((name, value) -> metrics.put(name,
                        value instanceof String reason ? new MetricDefinition(name, List.of(), reason)
                                : new MetricDefinition(name,
                                        known.list(name).stream().map(f -> formula(f, source)).toList(), "")));
        return new Microarchitecture(id, table.text("title"), layout, table.textOr("core_pmu", ""),
                (int) table.number("counters"), Set.copyOf(table.textsOrNone("fixed")), generic, events, metrics);
    }

    private static EventDefinition event(String table, String name, Fields e, CodeLayout layout, String source) {
        boolean elsewhere = e.has("pmu");
        if (!elsewhere && e.has("event") && !layout.holds(e)) {
            throw new IllegalStateException(
                    "table of " + table + ", event " + name + ": its code does not fit the fields of " + layout);
        }
        return new EventDefinition(name, e.has("event") && !elsewhere ? layout.place(e) : EventDefinition.NO_CODE,
                elsewhere ? word(e) : "", e.has("counters") ? (int) e.number("counters") : 1,
                e.textsOrNone("on_counters").stream().map(Integer::valueOf).toList(),
                CounterDomain.of(e.textOr("domain", "")), e.textOr("leader", ""), e.textOr("unit", ""),
                e.textOr("meaning", ""), e.textOr("erratum", ""), either(e.textOr("source", ""), source));
    }

    private static String word(Fields e) {
        return e.text("pmu") + "/event=0x" + Long.toHexString(e.number("event")) + ",umask=0x"
                + Long.toHexString(e.numberOr("umask", 0)) + "/";
    }

    private static FormulaDefinition formula(Fields f, String source) {
        Map<String, Set<Long>> codes = new LinkedHashMap<>();
        Fields given = f.atOrEmpty("codes");
        given.map()
                .keySet()
                .forEach(name -> codes.put(name,
                        given.texts(name).stream().map(Long::valueOf).collect(Collectors.toSet())));
        return new FormulaDefinition(f.text("formula"), f.textOr("note", ""), f.textOr("estimate", ""), codes,
                either(f.textOr("source", ""), source));
    }

    private static String either(String own, String common) {
        return own.isEmpty() ? common : own;
    }
}
