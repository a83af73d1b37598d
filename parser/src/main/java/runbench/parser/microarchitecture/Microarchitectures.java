package runbench.parser.microarchitecture;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import runbench.base.error.NearestNames;
import runbench.base.error.RunbenchException;
import runbench.base.json.Fields;
import runbench.parser.microarchitecture.EventDefinition.CounterDomain;
import runbench.parser.microarchitecture.Microarchitecture.FormulaDefinition;
import runbench.parser.microarchitecture.Microarchitecture.MetricDefinition;
import runbench.parser.microarchitecture.Microarchitecture.PresetDefinition;
import runbench.parser.table.CompiledTables;

/**
 * The tables of this package. Only the table of the requested processor is read, to keep the start of a benchmark
 * short.
 */
public final class Microarchitectures {
    private static final String PROCESSORS = "processors";
    /** Id of the table for processors without a table. */
    private static final String UNKNOWN = "unknown";
    private static final String EMULATED = "emulated";

    private Microarchitectures() {
    }

    /**
     * Returns the table of a processor. Without such a table, returns that of its vendor's common events, or an empty
     * one.
     */
    public static Microarchitecture of(ProcessorId processor) {
        String id = idOf(processor);
        Microarchitecture table = TableReader.table(id, read(id));
        return processor.hybrid() ? table : table.ofAlikeCores();
    }

    /** Returns the id of the table of a processor, without reading the table. */
    public static String idOf(ProcessorId processor) {
        return read(PROCESSORS).list("processor")
                .stream()
                .filter(row -> is(row, processor))
                .map(row -> row.text("table"))
                .findFirst()
                .orElse(UNKNOWN);
    }

    private static boolean is(Fields row, ProcessorId processor) {
        return row.text("vendor").equals(processor.vendor())
                && (!row.has("families") || row.texts("families").contains(String.valueOf(processor.family())))
                && (!row.has("models")
                        || row.texts("models").stream().anyMatch(range -> within(range, processor.model())));
    }

    /**
     * Returns whether a model is in a range.
     *
     * @param range hexadecimal range: "1a" or "30-3f"
     */
    private static boolean within(String range, int model) {
        String[] ends = range.split("-");
        return Integer.parseInt(ends[0], 16) <= model && model <= Integer.parseInt(ends[ends.length - 1], 16);
    }

    /** Returns the machine that the emulator models. */
    public static Microarchitecture emulated() {
        return TableReader.table(EMULATED, read(EMULATED));
    }

    /**
     * Returns the table with an id.
     *
     * @throws RunbenchException exit code 2 for an unknown name, with the nearest ones
     */
    public static Microarchitecture named(String id) {
        String lower = id.strip().toLowerCase(Locale.ROOT);
        if (!ids().contains(lower)) {
            String near = NearestNames.didYouMean(lower, ids());
            throw RunbenchException.badInput("there is no table of a processor '" + id.strip() + "'")
                    .remedy((near.isEmpty() ? "" : near + " ") + "there are: " + String.join(", ", ids()));
        }
        return TableReader.table(lower, read(lower)).ofAlikeCores();
    }

    /** Returns all ids, vendor by vendor. */
    public static List<String> ids() {
        return read(PROCESSORS).texts("tables");
    }

    /** Returns the names of PAPI's presets in its order, each with its meaning. */
    public static Map<String, String> presets() {
        Fields presets = read("papi").at("presets");
        Map<String, String> meanings = new LinkedHashMap<>();
        presets.map().keySet().forEach(name -> meanings.put(name, presets.text(name)));
        return meanings;
    }

    private static Fields read(String table) {
        return CompiledTables.read(Microarchitectures.class, table);
    }

    /** A reader that converts a compiled table to values. */
    private static final class TableReader {
        private TableReader() {
        }

        /**
         * Converts a table.
         *
         * @throws IllegalStateException a code does not fit its fields; the message names table and event
         */
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
            Map<String, PresetDefinition> presets = new LinkedHashMap<>();
            Fields papi = table.atOrEmpty("presets");
            papi.map()
                    .forEach((name, value) -> presets.put(name,
                            value instanceof String reason ? new PresetDefinition(name, List.of(), reason)
                                    : new PresetDefinition(name, papi.texts(name), "")));
            return new Microarchitecture(id, table.text("title"), layout, table.textOr("core_pmu", ""),
                    (int) table.number("counters"), Set.copyOf(table.textsOrNone("fixed")), generic, events, metrics,
                    presets);
        }

        private static EventDefinition event(String table, String name, Fields e, CodeLayout layout, String source) {
            boolean elsewhere = e.has("pmu");
            if (!elsewhere && e.has("event") && !layout.matches(e)) {
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
}
