package runbench.parser.metrics;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import runbench.base.error.NearestNames;
import runbench.base.error.RunbenchException;
import runbench.base.home.UserFolders;
import runbench.base.json.Fields;
import runbench.parser.microarchitecture.Microarchitecture;
import runbench.parser.microarchitecture.Microarchitecture.FormulaDefinition;
import runbench.parser.microarchitecture.Microarchitecture.MetricDefinition;
import runbench.parser.microarchitecture.Microarchitectures;
import runbench.parser.microarchitecture.ProcessorId;
import runbench.parser.record.Metadata;
import runbench.parser.record.Metadata.SampledBy;
import runbench.parser.table.CompiledTables;

/** The metrics of one processor, by name. */
public final class MetricTable {
    /** Keyword in a list of metrics: every metric. */
    public static final String ALL = "all";
    /** Keyword instead of a list of metrics: no metrics, not even those that the recording names. */
    public static final String NONE = "none";

    static final List<String> FILES = List.of("core", "topdown", "frontend", "memory", "flops", "energy", "system");
    static final String GROUPS = "groups";

    private static final TypeReference<Map<String, Object>> TOML = new TypeReference<>() {};

    private final ProcessorWays processor;
    private final Map<String, Metric> metrics = new LinkedHashMap<>();
    private final Map<String, MetricGroup> groups = new LinkedHashMap<>();

    private MetricTable(Microarchitecture microarchitecture) {
        processor = new ProcessorWays(microarchitecture);
    }

    /** Returns the metrics of this package for the processor that made a recording. */
    public static MetricTable of(Metadata recording) {
        return builtIn(microarchitecture(recording));
    }

    /**
     * Returns the table of the recording's emulated machine or processor. Without this information, returns the table
     * of an unknown processor.
     */
    public static Microarchitecture microarchitecture(Metadata recording) {
        return recording.mode().is(SampledBy.EMULATED) ? Microarchitectures.emulated()
                : Microarchitectures.of(ProcessorId.from(recording.run().path("processor")));
    }

    /** Returns the metrics of this package. */
    public static MetricTable builtIn(Microarchitecture microarchitecture) {
        MetricTable table = new MetricTable(microarchitecture);
        FILES.forEach(file -> table.add(file + ".toml", CompiledTables.read(MetricTable.class, file)));
        allGroups().forEach(group -> table.groups.put(group.name(), group));
        return table;
    }

    /** Returns the groups of this package, for all processors. */
    public static List<MetricGroup> allGroups() {
        List<MetricGroup> groups = new ArrayList<>();
        for (Fields g : CompiledTables.read(MetricTable.class, GROUPS).list("group")) {
            groups.add(new MetricGroup(g.text("name"), g.text("title"), g.text("explanation"), g.texts("metrics"),
                    g.truthOr("adds_up", false)));
        }
        return groups;
    }

    /**
     * Returns the metrics of this package and of a user. The user's metrics replace those with the same name.
     *
     * @param folder folder of *.toml files in the format of this package's tables; need not exist
     * @throws RunbenchException exit code 2, naming file and metric
     */
    public static MetricTable with(Path folder, Microarchitecture microarchitecture) {
        MetricTable table = builtIn(microarchitecture);
        if (!Files.isDirectory(folder)) {
            return table;
        }
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(f -> f.toString().endsWith(".toml")).sorted().toList()) {
                table.add(file.toString(), Fields.ofFile(new TomlMapper().readValue(file.toFile(), TOML), file));
            }
        } catch (IOException e) {
            String[] words = String.valueOf(e.getMessage()).split("\n");
            throw RunbenchException.badInput("metrics in " + folder + " cannot be read: " + words[0])
                    .remedy("correct the file or move it away")
                    .causedBy(e);
        }
        return table;
    }

    /**
     * Returns the folder of the user's own metrics: {@code $XDG_CONFIG_HOME/runbench/metrics.d}, by default below
     * {@code ~/.config}.
     */
    public static Path userFolder() {
        return UserFolders.config().resolve("metrics.d");
    }

    private void add(String file, Fields table) {
        List<Fields> list = table.listOrNone("metric");
        if (list.isEmpty()) {
            throw RunbenchException.badInput(file + ": holds no [[metric]]")
                    .remedy("write [[metric]], name, unit, explanation and [[metric.way]] with formula; see "
                            + "runbench metrics --json");
        }
        for (Fields m : list) {
            Metric metric = metric(file, m);
            metrics.put(metric.name(), metric);
        }
    }

    private Metric metric(String file, Fields m) {
        String name = m.textOr("name", "");
        String where = file + ", metric '" + name + "'";
        if (!name.matches("[a-z][a-z0-9_]*") || name.equals(ALL) || name.equals(NONE)) {
            throw RunbenchException.badInput(where + ": a metric's name is of small letters, digits and _")
                    .remedy("write name = \"my_metric\"");
        }
        List<Metric.Way> ways = new ArrayList<>();
        for (Fields way : m.listOrNone("way")) {
            try {
                ways.add(new Metric.Way(Formula.parse(way.text("formula")), way.textOr("note", ""),
                        way.textOr("estimate", ""), codes(where, way.atOrEmpty("codes")), Map.of(),
                        way.textOr("source", "")));
            } catch (RunbenchException e) {
                throw RunbenchException.badInput(where + ": " + e.getMessage())
                        .remedy(e.remedy().orElse(null))
                        .causedBy(e);
            }
        }
        boolean ofProcessor = m.truthOr("of_processor", false);
        if (ways.isEmpty() && !ofProcessor || m.textOr("unit", "").isEmpty()) {
            throw RunbenchException
                    .badInput(where + ": lacks its " + (m.textOr("unit", "").isEmpty() ? "unit" : "formula"))
                    .remedy("write unit = \"...\" and below it [[metric.way]] with formula = \"...\"");
        }
        String title = m.has("title") ? m.text("title") : name;
        return ofProcessor ? processor.metric(name, title, m.textOr("unit", ""), m.textOr("explanation", ""))
                : new Metric(name, title, m.textOr("unit", ""), m.textOr("explanation", ""), ways, "");
    }

    private static Map<String, Set<Long>> codes(String where, Fields table) {
        Map<String, Set<Long>> codes = new LinkedHashMap<>();
        for (String event : table.map().keySet()) {
            Set<Long> of = new LinkedHashSet<>();
            for (String code : table.texts(event)) {
                if (!code.matches("[0-9]{1,18}")) {
                    throw RunbenchException.badInput(where + ": '" + code + "' is not a raw code of " + event)
                            .remedy("write codes = { " + event + " = [0x0151] }");
                }
                of.add(Long.valueOf(code));
            }
            codes.put(event, of);
        }
        return codes;
    }

    public List<Metric> all() {
        return List.copyOf(metrics.values());
    }

    public Optional<Metric> find(String name) {
        return Optional.ofNullable(metrics.get(name));
    }

    /** Returns the groups in display order. */
    public List<MetricGroup> groups() {
        return List.copyOf(groups.values());
    }

    /**
     * Returns the metrics of a group that the processor can compute. If it can compute none, returns all metrics of the
     * group.
     */
    public List<Metric> of(MetricGroup group) {
        List<Metric> all = group.metrics().stream().map(metrics::get).toList();
        List<Metric> available = all.stream().filter(Metric::available).toList();
        return available.isEmpty() ? all : available;
    }

    /**
     * Returns the metrics of a list.
     *
     * @param list names of metrics, groups and {@linkplain GroupAlias groups of other tools}, separated by commas,
     *     {@value #ALL}, or {@value #NONE}
     * @throws RunbenchException exit code 2 for an unknown name, with the nearest ones, and for a group of another tool
     *     without a metric on this processor, with the reason
     */
    public List<Metric> select(String list) {
        if (list.strip().equalsIgnoreCase(NONE)) {
            return List.of();
        }
        Map<String, Metric> chosen = new LinkedHashMap<>();
        for (String word : list.split(",")) {
            String name = word.strip().toLowerCase(Locale.ROOT).replace('-', '_');
            if (name.equals(ALL)) {
                chosen.putAll(metrics);
            } else if (metrics.containsKey(name)) {
                chosen.put(name, metrics.get(name));
            } else if (groups.containsKey(name)) {
                of(groups.get(name)).forEach(m -> chosen.putIfAbsent(m.name(), m));
            } else if (GroupAlias.named(name).isPresent()) {
                of(GroupAlias.named(name).get()).forEach(m -> chosen.putIfAbsent(m.name(), m));
            } else {
                String near = NearestNames.didYouMean(name,
                        Stream.of(groups.keySet().stream(), metrics.keySet().stream(),
                                GroupAlias.all().stream().map(a -> a.name().toLowerCase(Locale.ROOT)))
                                .flatMap(n -> n)
                                .toList());
                throw RunbenchException.badInput("metric '" + word.strip() + "' is not known")
                        .remedy(near.isEmpty() ? "runbench metrics lists them" : near);
            }
        }
        return List.copyOf(chosen.values());
    }

    /**
     * Returns the metrics of another tool's group that the processor can compute.
     *
     * @throws RunbenchException exit code 2: there are none; the message has the reason of the first
     */
    public List<Metric> of(GroupAlias alias) {
        List<Metric> all = alias.metrics().stream().map(metrics::get).toList();
        List<Metric> available = all.stream().filter(Metric::available).toList();
        if (available.isEmpty()) {
            String why = all.isEmpty() ? alias.missing() : all.get(0).name() + ": " + all.get(0).unavailable();
            throw RunbenchException
                    .badInput(alias.tool() + "'s group " + alias.name() + " has no counterpart on "
                            + processor.processor.title() + ": " + why)
                    .remedy("nearest: --metrics " + alias.near());
        }
        return available;
    }

    /**
     * Returns the metrics of another tool's group as text: their names, the difference from the tool's group, and the
     * metrics that the processor lacks, each with the reason.
     *
     * @throws RunbenchException exit code 2: there are none
     */
    public String words(GroupAlias alias) {
        String names = String.join(", ", of(alias).stream().map(Metric::name).toList());
        String missing = alias.metrics()
                .stream()
                .map(metrics::get)
                .filter(m -> !m.available())
                .map(m -> "; not available here: " + m.name() + " (" + m.unavailable() + ")")
                .collect(Collectors.joining());
        return names + ": " + alias.note() + missing;
    }

    /**
     * Returns the groups of other tools in a list of metrics, each as a sentence with its metrics and the difference.
     *
     * @param list names as in {@link #select}
     */
    public List<String> remarks(String list) {
        List<String> remarks = new ArrayList<>();
        for (String word : list.split(",")) {
            String name = word.strip().toLowerCase(Locale.ROOT).replace('-', '_');
            if (!metrics.containsKey(name) && !groups.containsKey(name)) {
                GroupAlias.named(name)
                        .map(a -> a.name() + " (" + a.tool() + ") is " + words(a))
                        .ifPresent(remarks::add);
            }
        }
        return remarks;
    }

    /** The formulas of metrics in the table of one microarchitecture. */
    private static final class ProcessorWays {
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
                            + " alone, and the program may run on others meanwhile: no time is theirs";
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

        /**
         * Returns the formula with its generic events bound to the core type of its other events. Generic events alone
         * count on all cores.
         */
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

    /**
     * Metrics that are requested together.
     *
     * @param name name in options: {@code topdown}
     * @param title title for readers
     * @param explanation explanation of the metrics as a set
     * @param metrics names of the metrics, in display order
     * @param addsUp whether the metrics are the parts of one whole
     */
    public record MetricGroup(String name, String title, String explanation, List<String> metrics, boolean addsUp) {
        public MetricGroup {
            metrics = List.copyOf(metrics);
        }
    }
}
