package runbench.sampler.events.tables;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import runbench.base.json.Fields;
import runbench.parser.table.CompiledTables;
import runbench.sampler.events.Encoding;
import runbench.sampler.events.Encoding.PerfType;
import runbench.sampler.events.Event;
import runbench.sampler.events.Event.Source;
import runbench.sampler.events.machine.CpuIdentity;

/** perf's CPU-independent event names, from {@code generic.toml}. */
public final class GenericEvents {
    /**
     * One generic event.
     *
     * @param name perf's name
     * @param aliases other spellings
     * @param type {@code attr.type}
     * @param config {@code attr.config}
     * @param unit the counted things, plural
     * @param kernelSide true if the event occurs in kernel mode only; a user-mode count is always 0
     * @param description one-line description
     */
    public record Entry(String name, List<String> aliases, int type, long config, String unit, boolean kernelSide,
            String description) {
        public Source source() {
            return type == PerfType.SOFTWARE ? Source.SOFTWARE : Source.PMU;
        }
    }

    /**
     * A name of perf list that no counter counts; perf computes it.
     *
     * @param name perf's name
     * @param description the computed quantity
     * @param instead place where Runbench reports the same quantity
     */
    public record Tool(String name, String description, String instead) {}

    private record Word(int id, String name, String plural, String unit, List<String> operations, String description) {}

    /** A lower-case spelling of a word. Lists are sorted by decreasing length so that "l1-data" wins over "l1-d". */
    private record Spelling(String text, Word word) {}

    private final List<Entry> entries = new ArrayList<>();
    private final Map<String, Entry> byName = new HashMap<>();
    private final List<Tool> tools = new ArrayList<>();
    private final List<Spelling> caches;
    private final List<Spelling> operations;
    private final List<Spelling> results;

    private GenericEvents(Fields table) {
        for (Fields e : table.list("event")) {
            Entry entry = new Entry(e.text("name"), e.textsOrNone("aliases"),
                    e.text("type").equals("software") ? PerfType.SOFTWARE : PerfType.HARDWARE, e.number("config"),
                    e.textOr("unit", ""), e.truthOr("kernel_side", false), e.textOr("description", ""));
            entries.add(entry);
            byName.put(entry.name().toLowerCase(Locale.ROOT), entry);
            entry.aliases().forEach(a -> byName.put(a.toLowerCase(Locale.ROOT), entry));
        }
        for (Fields t : table.list("tool")) {
            tools.add(new Tool(t.text("name"), t.text("description"), t.textOr("instead", "")));
        }
        caches = spellings(table.list("cache"));
        operations = spellings(table.list("operation"));
        results = spellings(table.list("result"));
    }

    public static GenericEvents load() {
        return new GenericEvents(CompiledTables.read(GenericEvents.class, "generic"));
    }

    private static List<Spelling> spellings(List<Fields> words) {
        List<Spelling> all = new ArrayList<>();
        for (Fields w : words) {
            Word word = new Word((int) w.number("id"), w.text("name"), w.textOr("plural", ""), w.textOr("unit", ""),
                    w.textsOrNone("operations"), w.textOr("description", ""));
            all.add(new Spelling(word.name().toLowerCase(Locale.ROOT), word));
            w.textsOrNone("aliases").forEach(a -> all.add(new Spelling(a.toLowerCase(Locale.ROOT), word)));
        }
        all.sort(Comparator.comparingInt((Spelling s) -> s.text().length()).reversed());
        return all;
    }

    /** Returns the event with this name or alias, ignoring case, or empty if there is none. */
    public Optional<Entry> find(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        Entry entry = byName.get(lower);
        return entry != null ? Optional.of(entry) : cache(lower);
    }

    public List<Tool> tools() {
        return tools;
    }

    public Optional<Tool> tool(String name) {
        return tools.stream().filter(t -> t.name().equalsIgnoreCase(name)).findFirst();
    }

    /** Returns the software event with this config, or empty if there is none. */
    public Optional<Entry> software(long config) {
        return entries.stream().filter(e -> e.type() == PerfType.SOFTWARE && e.config() == config).findFirst();
    }

    public List<Entry> entries() {
        return entries;
    }

    /** Returns all names and aliases, including the canonical names of cache events. */
    public List<String> names() {
        List<String> names = new ArrayList<>(byName.size() + 40);
        entries.forEach(e -> {
            names.add(e.name());
            names.addAll(e.aliases());
        });
        cacheEvents().forEach(e -> names.add(e.name()));
        return names;
    }

    public List<Entry> cacheEvents() {
        List<Entry> all = new ArrayList<>();
        for (Word cache : distinct(caches)) {
            for (Word operation : distinct(operations)) {
                for (Word result : distinct(results)) {
                    cacheEntry(cache, operation, result).ifPresent(all::add);
                }
            }
        }
        return all;
    }

    private static List<Word> distinct(List<Spelling> spellings) {
        return spellings.stream().map(Spelling::word).distinct().sorted(Comparator.comparingInt(Word::id)).toList();
    }

    private Optional<Entry> cache(String lower) {
        for (Spelling cache : caches) {
            String rest = textAfter(lower, cache.text());
            if (rest != null) {
                return operationAndResult(cache.word(), rest);
            }
        }
        return Optional.empty();
    }

    private Optional<Entry> operationAndResult(Word cache, String rest) {
        Word operation = null;
        Word result = null;
        while (!rest.isEmpty()) {
            Spelling o = operation == null ? starting(operations, rest) : null;
            Spelling r = o == null && result == null ? starting(results, rest) : null;
            if (o != null) {
                operation = o.word();
                rest = textAfter(rest, o.text());
            } else if (r != null) {
                result = r.word();
                rest = textAfter(rest, r.text());
            } else {
                return Optional.empty();
            }
        }
        return cacheEntry(cache, operation != null ? operation : distinct(operations).get(0),
                result != null ? result : distinct(results).get(0));
    }

    private static Spelling starting(List<Spelling> spellings, String text) {
        return spellings.stream().filter(s -> textAfter(text, s.text()) != null).findFirst().orElse(null);
    }

    /** Returns the text after a leading word and its hyphen, or null if the text does not start with that word. */
    private static String textAfter(String text, String word) {
        if (!text.startsWith(word)) {
            return null;
        }
        if (text.length() == word.length()) {
            return "";
        }
        return text.charAt(word.length()) == '-' && text.length() > word.length() + 1
                ? text.substring(word.length() + 1)
                : null;
    }

    private static Optional<Entry> cacheEntry(Word cache, Word operation, Word result) {
        if (!cache.operations().contains(operation.name())) {
            return Optional.empty();
        }
        boolean miss = result.id() != 0;
        String name = cache.name() + "-" + (miss ? operation.name() + "-" + result.name() : operation.plural());
        return Optional.of(new Entry(name, List.of(), PerfType.HW_CACHE,
                cache.id() | (long) operation.id() << 8 | (long) result.id() << 16, result.unit(), false,
                cache.description() + ": " + operation.plural() + (miss ? " that missed" : "")));
    }

    /** Raw events that occupy more than one hardware counter, from {@code wide.toml}. */
    public static final class WideEvents {
        /** The bits of AMD's event select: 0-7 and 32-35. */
        private static final long LOW_SELECT = 0xff;
        private static final int HIGH_SELECT_SHIFT = 24;
        private static final long HIGH_SELECT = 0xf00;

        private record Wide(String vendor, List<Integer> families, long select, int counters) {
            boolean is(CpuIdentity cpu, Encoding e) {
                return vendor.equals(cpu.vendor()) && families.contains(cpu.family()) && e.type() == PerfType.RAW
                        && select == selectOf(e);
            }
        }

        private final List<Wide> events = new ArrayList<>();

        private WideEvents(Fields table) {
            for (Fields e : table.list("event")) {
                events.add(new Wide(e.text("vendor"), e.textsOrNone("families").stream().map(Integer::valueOf).toList(),
                        e.number("select"), (int) e.number("counters")));
            }
        }

        public static WideEvents load() {
            return new WideEvents(CompiledTables.read(WideEvents.class, "wide"));
        }

        /**
         * Returns the number of hardware counters that an event occupies on a CPU: 1 unless the table has another
         * number.
         */
        public int counters(CpuIdentity cpu, Event event) {
            return event.placements()
                    .stream()
                    .flatMapToInt(p -> events.stream().filter(w -> w.is(cpu, p.encoding())).mapToInt(Wide::counters))
                    .max()
                    .orElse(1);
        }

        private static long selectOf(Encoding e) {
            return e.config() & LOW_SELECT | e.config() >>> HIGH_SELECT_SHIFT & HIGH_SELECT;
        }
    }
}
