package runbench.parser.structure;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import runbench.base.stats.Statistics;
import runbench.parser.series.Axis;
import runbench.parser.series.BinnedCounts;

/**
 * Change points in the Turing change point data set against what people marked: run by scripts/bench/structure-turing.
 */
final class TuringBench {
    private static final List<String> METHODS = List.of("pelt", "bocpd", "binseg", "zero");
    private static final double LARGE_COUNT = 1e6;
    private static final ObjectMapper JSON = new ObjectMapper();

    private TuringBench() {
    }

    /** @param args the data set's folder, and the folder of its benchmark where there is one */
    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[0]);
        JsonNode annotations = JSON.readTree(folder.resolve("annotations.json").toFile());
        Map<String, Path> files = new TreeMap<>();
        try (Stream<Path> all = Files.walk(folder)) {
            all.filter(f -> f.toString().endsWith(".json"))
                    .forEach(f -> files.put(f.getFileName().toString().replace(".json", ""), f));
        }
        JsonNode[] published = args.length < 2 ? null : new JsonNode[]{scores(args[1], "f1"), scores(args[1], "cover")};
        double[] sums = new double[2];
        double[][] halves = new double[2][3];
        double[][] others = new double[METHODS.size()][3];
        int count = 0;
        System.out.printf("%-22s %5s %6s %6s %6s  change points%n", "series", "bins", "F1", "cover", "pelt");
        for (String name : new TreeSet<>(annotations.propertyStream().map(Map.Entry::getKey).toList())) {
            if (!files.containsKey(name)) {
                continue;
            }
            double[][] columns = columns(JSON.readTree(files.get(name).toFile()).get("series"));
            int bins = columns[0].length;
            List<Integer> found = changes(columns);
            MarkedChanges marked = MarkedChanges.of(annotations.get(name));
            double f1 = marked.f1(found);
            double cover = marked.cover(found, bins);
            double[] half = halves[count % 2];
            half[0] += f1;
            half[1] += cover;
            half[2]++;
            System.out.printf(Locale.ROOT, "%-22s %5d %6.3f %6.3f %6s  %s%n", name, bins, f1, cover,
                    published == null ? "-" : score(published[0], name, METHODS.get(0)), found);
            sums[0] += f1;
            sums[1] += cover;
            count++;
            for (int m = 0; published != null && m < METHODS.size(); m++) {
                JsonNode itsF1 = published[0].path(name).path(METHODS.get(m));
                if (itsF1.isNumber()) {
                    others[m][0] += itsF1.asDouble();
                    others[m][1] += published[1].path(name).path(METHODS.get(m)).asDouble();
                    others[m][2]++;
                }
            }
        }
        System.out.printf(Locale.ROOT, "%n%d of the %d series:  F1 %.3f  cover %.3f%n", count, annotations.size(),
                sums[0] / count, sums[1] / count);
        for (int h = 0; h < halves.length; h++) {
            System.out.printf(Locale.ROOT, "%s half of them:  F1 %.3f  cover %.3f%n", h == 0 ? "first " : "second",
                    halves[h][0] / halves[h][2], halves[h][1] / halves[h][2]);
        }
        for (int m = 0; published != null && m < METHODS.size(); m++) {
            System.out.printf(Locale.ROOT, "%-8s as published, %2.0f of them:  F1 %.3f  cover %.3f%n", METHODS.get(m),
                    others[m][2], others[m][0] / others[m][2], others[m][1] / others[m][2]);
        }
    }

    private static String score(JsonNode published, String name, String method) {
        JsonNode score = published.path(name).path(method);
        return score.isNumber() ? String.format(Locale.ROOT, "%.3f", score.asDouble()) : "-";
    }

    private static JsonNode scores(String benchmark, String metric) throws IOException {
        return JSON.readTree(Path.of(benchmark, "analysis/output/scores/default_" + metric + "_scores.json").toFile());
    }

    private static double[][] columns(JsonNode series) {
        return StreamSupport.stream(series.spliterator(), false)
                .map(s -> StreamSupport.stream(s.get("raw").spliterator(), false)
                        .mapToDouble(v -> v.isNull() ? Double.NaN : v.asDouble())
                        .toArray())
                .toArray(double[][]::new);
    }

    private static List<Integer> changes(double[][] columns) {
        List<BinnedCounts> counts = IntStream.range(0, columns.length)
                .mapToObj(c -> KnownSeries.counts("V" + c, asCounts(columns[c])))
                .toList();
        List<Integer> out = new ArrayList<>();
        StructureAnalysis.of(counts, Axis.RUN_TIME).changePoints().forEach(c -> out.add((int) Math.round(c.at())));
        return out;
    }

    /**
     * Returns values as counts so large that their Poisson noise does not matter. A series with negative values is
     * shifted: its lowest value becomes one standard deviation. A count of zero would be an outlier on the scale of
     * ratios.
     */
    static double[] asCounts(double[] values) {
        double[] finite = Arrays.stream(values).filter(Double::isFinite).toArray();
        DoubleSummaryStatistics known = Arrays.stream(finite).summaryStatistics();
        double shift = known.getMin() < 0 ? known.getMin() - Statistics.deviation(finite) : 0;
        double scale = LARGE_COUNT / Math.max(1e-300, known.getAverage() - shift);
        return Arrays.stream(values).map(v -> scale * (v - shift)).toArray();
    }
}
