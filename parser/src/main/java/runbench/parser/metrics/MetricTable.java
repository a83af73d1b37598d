package runbench.parser.metrics;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import runbench.base.error.NearestNames;
import runbench.base.error.RunbenchException;
import runbench.base.home.UserFolders;

/** All metrics that can be asked for by name. */
public final class MetricTable {
    /** In a list of metrics: every metric that there is. */
    public static final String ALL = "all";
    /** Instead of a list of metrics: none, not even those that the recording names. */
    public static final String NONE = "none";

    static final List<String> FILES = List.of("core", "memory", "system");

    private final Map<String, Metric> metrics = new LinkedHashMap<>();

    private MetricTable() {
    }

    /** The metrics that come with this package. */
    public static MetricTable builtIn() {
        MetricTable table = new MetricTable();
        for (String file : FILES) {
            try (InputStream in = MetricTable.class.getResourceAsStream(file + ".json")) {
                if (in == null) {
                    throw new IllegalStateException("the metrics of " + file + ".toml were not compiled: build with Maven");
                }
                table.add(file + ".toml", new ObjectMapper().readTree(in));
            } catch (IOException e) {
                throw new UncheckedIOException(file, e);
            }
        }
        return table;
    }

    /**
     * The metrics of this package, and those of a user, which replace those of the same name.
     *
     * @param folder of *.toml files in the form of this package's own; need not exist
     * @throws RunbenchException exit code 2, naming file and metric
     */
    public static MetricTable with(Path folder) {
        MetricTable table = builtIn();
        if (!Files.isDirectory(folder)) {
            return table;
        }
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(f -> f.toString().endsWith(".toml")).sorted().toList()) {
                table.add(file.toString(), new TomlMapper().readTree(file.toFile()));
            }
        } catch (IOException e) {
            String[] words = String.valueOf(e.getMessage()).split("\n");
            throw RunbenchException.badInput("metrics in " + folder + " cannot be read: " + words[0])
                    .remedy("correct the file or move it away").causedBy(e);
        }
        return table;
    }

    /** Where a user's own metrics lie: {@code $XDG_CONFIG_HOME/runbench/metrics.d}, by default below {@code ~/.config}. */
    public static Path userFolder() {
        return UserFolders.config().resolve("metrics.d");
    }

    private void add(String file, JsonNode table) {
        JsonNode list = table.path("metric");
        if (!list.isArray()) {
            throw RunbenchException.badInput(file + ": holds no [[metric]]")
                    .remedy("write [[metric]], name, unit, explanation and [[metric.way]] with formula; see runbench metrics --json");
        }
        for (JsonNode m : list) {
            Metric metric = metric(file, m);
            metrics.put(metric.name(), metric);
        }
    }

    private static Metric metric(String file, JsonNode m) {
        String name = m.path("name").asText("");
        String where = file + ", metric '" + name + "'";
        if (!name.matches("[a-z][a-z0-9_]*") || name.equals(ALL) || name.equals(NONE)) {
            throw RunbenchException.badInput(where + ": a metric's name is of small letters, digits and _")
                    .remedy("write name = \"my_metric\"");
        }
        List<Metric.Way> ways = new ArrayList<>();
        for (JsonNode way : m.path("way")) {
            try {
                ways.add(new Metric.Way(Formula.parse(way.path("formula").asText("")), way.path("note").asText(""),
                        way.path("estimate").asText(""), codes(where, way.path("codes"))));
            } catch (RunbenchException e) {
                throw RunbenchException.badInput(where + ": " + e.getMessage()).remedy(e.remedy().orElse(null)).causedBy(e);
            }
        }
        if (ways.isEmpty() || m.path("unit").asText("").isEmpty()) {
            throw RunbenchException.badInput(where + ": lacks its " + (ways.isEmpty() ? "formula" : "unit"))
                    .remedy("write unit = \"...\" and below it [[metric.way]] with formula = \"...\"");
        }
        return new Metric(name, m.path("title").asText(name), m.path("unit").asText(), m.path("explanation").asText(""), ways);
    }

    private static Map<String, Set<Long>> codes(String where, JsonNode table) {
        Map<String, Set<Long>> codes = new LinkedHashMap<>();
        table.fields().forEachRemaining(event -> {
            Set<Long> of = new LinkedHashSet<>();
            event.getValue().forEach(code -> {
                if (!code.isIntegralNumber()) {
                    throw RunbenchException.badInput(where + ": '" + code.asText() + "' is not a raw code of " + event.getKey())
                            .remedy("write codes = { " + event.getKey() + " = [0x0151] }");
                }
                of.add(code.asLong());
            });
            codes.put(event.getKey(), of);
        });
        return codes;
    }

    public List<Metric> all() {
        return List.copyOf(metrics.values());
    }

    /**
     * @param list names with commas between them, {@value #ALL}, or {@value #NONE}
     * @throws RunbenchException exit code 2 for an unknown name, with the nearest ones
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
            } else {
                String near = NearestNames.didYouMean(name, metrics.keySet());
                throw RunbenchException.badInput("metric '" + word.strip() + "' is not known")
                        .remedy(near.isEmpty() ? "runbench metrics lists them" : near);
            }
        }
        return List.copyOf(chosen.values());
    }
}
