package runbench.parser.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.progress.Progress;
import runbench.parser.record.Recording;
import runbench.parser.record.RecordingWriter;
import runbench.parser.record.Synthetic;
import runbench.parser.series.Periods;
import runbench.parser.stats.RunSummary;
import runbench.parser.table.TableCompiler;

/**
 * Whatever a recording holds - the events of every table's formulas, one table after the other, on every known
 * processor and on unknown ones - a metric prints a number only where the table of that processor has a formula for it
 * of these very events. What the tables say is read here from their files, not through the classes that are under test.
 */
@Tag("scenario")
@Tag("beside")
class UntabledMetricTest {
    private static final Path TABLES = Path.of(System.getProperty("runbench.home"),
            "parser/src/main/resources/runbench/parser");
    /** Values of a record at most. */
    private static final int MOST = 60;

    @TempDir
    private Path dir;

    /** Formulas by metric, of each table. */
    private final Map<String, Map<String, List<Set<String>>>> formulas = new TreeMap<>();
    private final JsonNode processors = toml("microarchitecture/processors");
    private final Set<String> ofProcessor = new HashSet<>();

    private static JsonNode toml(String name) {
        try {
            return TableCompiler.whole(TABLES.resolve(name + ".toml"));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private void readTables() throws IOException {
        for (JsonNode id : processors.path("tables")) {
            Map<String, List<Set<String>>> of = new TreeMap<>();
            toml("microarchitecture/" + id.asText()).path("metrics")
                    .properties()
                    .forEach(m -> m.getValue()
                            .forEach(way -> of.computeIfAbsent(m.getKey(), k -> new ArrayList<>())
                                    .add(new HashSet<>(Formula.parse(way.path("formula").asText()).names()))));
            formulas.put(id.asText(), of);
        }
        try (Stream<Path> files = Files.list(TABLES.resolve("metrics"))) {
            for (Path file : files.filter(f -> f.toString().endsWith(".toml")).toList()) {
                new TomlMapper().readTree(file.toFile()).path("metric").forEach(m -> {
                    if (m.path("of_processor").asBoolean()) {
                        ofProcessor.add(m.path("name").asText());
                    }
                });
            }
        }
    }

    /** @param table that it has, as the rows say */
    private record Processor(String json, String table) {}

    private List<Processor> simulated() {
        List<Processor> all = new ArrayList<>();
        SplittableRandom random = new SplittableRandom(7);
        for (JsonNode row : processors.path("processor")) {
            int family = row.path("families").path(0).asInt(9999);
            String models = row.path("models").path(0).asText("");
            int model = models.isEmpty() ? 0xfefe : Integer.parseInt(models.split("-")[0], 16);
            all.add(processor(row.path("vendor").asText(), family, model));
        }
        for (String vendor : List.of("", "GenuineIntel", "AuthenticAMD", "arm", "CentaurHauls", "HygonGenuine")) {
            all.add(processor(vendor, random.nextInt(1000, 2000), random.nextInt(1000, 2000)));
        }
        all.add(new Processor("{}", "unknown"));
        return all;
    }

    private Processor processor(String vendor, int family, int model) {
        for (JsonNode row : processors.path("processor")) {
            boolean families = !row.has("families")
                    || Stream.of(values(row.path("families"))).anyMatch(f -> f.equals(String.valueOf(family)));
            boolean models = !row.has("models") || Stream.of(values(row.path("models")))
                    .map(r -> r.split("-"))
                    .anyMatch(
                            r -> Integer.parseInt(r[0], 16) <= model && model <= Integer.parseInt(r[r.length - 1], 16));
            if (row.path("vendor").asText().equals(vendor) && families && models) {
                return new Processor(json(vendor, family, model), row.path("table").asText());
            }
        }
        return new Processor(json(vendor, family, model), "unknown");
    }

    private static String[] values(JsonNode list) {
        List<String> all = new ArrayList<>();
        list.forEach(v -> all.add(v.asText()));
        return all.toArray(String[]::new);
    }

    private static String json(String vendor, int family, int model) {
        return "{\"vendor\":\"%s\",\"family\":%d,\"model\":%d}".formatted(vendor, family, model);
    }

    /** Of the whole of a table's formulas, in portions that a record holds. */
    private static List<List<String>> portions(Map<String, List<Set<String>>> table) {
        Set<String> names = new TreeSet<>();
        table.values().forEach(ways -> ways.forEach(names::addAll));
        names.removeIf(
                n -> n.endsWith("_s") || n.equals(Metric.CACHE_LINE_BYTES) || n.contains(":") || n.contains("\""));
        List<String> all = List.copyOf(names);
        List<List<String>> portions = new ArrayList<>();
        for (int i = 0; i < all.size(); i += MOST) {
            portions.add(all.subList(i, Math.min(all.size(), i + MOST)));
        }
        return portions;
    }

    private Recording recording(List<String> events, String mode, String processor) throws IOException {
        Path file = dir.resolve("samples.rec");
        String[] described = new String[events.size()];
        long[] counts = new long[events.size()];
        for (int i = 0; i < counts.length; i++) {
            described[i] = events.get(i) + ":pmu:0:" + i;
            counts[i] = 1000L + i;
        }
        Files.deleteIfExists(file);
        new RecordingWriter(file, counts.length,
                Synthetic.metadata(mode, Synthetic.MS, described)
                        .replace("\"run\":{", "\"run\":{\"cache_line_bytes\":64,\"processor\":" + processor + ","))
                .task(0, 9, 9, -1, 0)
                .sample(0, 0, 9, 0, Synthetic.MS, Synthetic.MS, Synthetic.MS, counts)
                .total(0, Synthetic.MS, Synthetic.MS, counts)
                .end(Synthetic.trailer(1));
        return Recording.open(file);
    }

    @Tag("nightly")
    @Test
    void noMetricPrintsANumberWhereNoTableSaysSo() throws IOException {
        readTables();
        long asked = 0;
        long numbers = 0;
        List<String> untabled = new ArrayList<>();
        List<Processor> all = new ArrayList<>(simulated());
        all.add(new Processor("{}", "emulated"));
        Map<Processor, MetricTable> tables = new HashMap<>(); // reading one takes longer than a recording
        for (Map<String, List<Set<String>>> counted : formulas.values()) {
            for (List<String> events : portions(counted)) {
                for (Processor p : all) {
                    Periods periods = Periods
                            .of(recording(events, p.table().equals("emulated") ? "emulated" : "kernel", p.json()));
                    MetricTable table = tables.computeIfAbsent(p,
                            own -> MetricTable.of(periods.recording().metadata()));
                    for (MetricSummary m : RunSummary.of(periods, table.all(), Progress.NONE).metrics()) {
                        asked++;
                        if (m.value() == null) {
                            continue;
                        }
                        numbers++;
                        boolean tabled = !ofProcessor.contains(m.name()) || formulas.get(p.table())
                                .getOrDefault(m.name(), List.of())
                                .stream()
                                .anyMatch(names -> names.containsAll(m.events()));
                        if (!tabled) {
                            untabled.add(m.name() + " on " + p.json() + " of " + m.events());
                        }
                    }
                }
            }
        }
        System.out.printf("metrics asked for on %d processors: %,d, numbers: %,d, without a table: %d%n", all.size(),
                asked, numbers, untabled.size());
        assertThat(untabled).isEmpty();
        assertThat(numbers).as("a test that finds no number finds nothing").isGreaterThan(1000);
    }
}
