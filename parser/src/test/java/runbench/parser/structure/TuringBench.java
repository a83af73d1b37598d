package runbench.parser.structure;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
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
 * There are two protocols, those of the published scores: the default setting for all series, and the best setting for
 * each series out of a grid, chosen by what people marked (oracle).
 */
final class TuringBench {
    private static final List<String> METHODS = List.of("pelt", "bocpd", "binseg", "zero");
    private static final double LARGE_COUNT = 1e6;
    /** Factors on the penalty of a change: the grid of settings from which the best one of each series is taken. */
    private static final double[] PENALTY_FACTORS = {0.01, 0.03, 0.1, 0.2, 0.3, 0.5, 0.7, 1, 1.5, 2, 3, 5, 7, 10, 15,
            20, 30, 100};
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
        Map<String, Published> published = new LinkedHashMap<>();
        for (String protocol : args.length < 2 ? List.<String>of() : List.of("default", "oracle")) {
            published.put(protocol, Published.of(args[1], protocol));
        }
        Mean ours = new Mean();
        Mean best = new Mean();
        Mean[] halves = {new Mean(), new Mean()};
        List<String> names = new ArrayList<>();
        System.out.printf("%-22s %5s %6s %6s %6s %6s %6s  change points of the default setting%n", "series", "bins",
                "F1", "cover", "best", "pelt", "best");
        for (String name : new TreeSet<>(annotations.propertyStream().map(Map.Entry::getKey).toList())) {
            if (!files.containsKey(name)) {
                continue;
            }
            double[][] columns = columns(JSON.readTree(files.get(name).toFile()).get("series"));
            int bins = columns[0].length;
            List<BinnedCounts> counts = counts(columns);
            List<Integer> found = changes(counts);
            MarkedChanges marked = MarkedChanges.of(annotations.get(name));
            double f1 = marked.f1(found);
            double cover = marked.cover(found, bins);
            double[] bests = {f1, cover};
            for (double factor : PENALTY_FACTORS) {
                List<Integer> some = changes(counts, factor);
                bests[0] = Math.max(bests[0], marked.f1(some));
                bests[1] = Math.max(bests[1], marked.cover(some, bins));
            }
            ours.add(f1, cover);
            best.add(bests[0], bests[1]);
            halves[names.size() % 2].add(f1, cover);
            names.add(name);
            System.out.printf(Locale.ROOT, "%-22s %5d %6.3f %6.3f %6.3f %6s %6s  %s%n", name, bins, f1, cover, bests[0],
                    pelt(published, "default", name), pelt(published, "oracle", name), found);
        }
        System.out.printf("%n%d of the %d series%n", names.size(), annotations.size());
        print("default setting, the same for all series", ours);
        print("  first half of the series", halves[0]);
        print("  second half of the series", halves[1]);
        published.computeIfPresent("default", (key, p) -> p.print(names));
        print("best setting for each series (oracle)", best);
        published.computeIfPresent("oracle", (key, p) -> p.print(names));
    }

    private static void print(String what, Mean mean) {
        System.out.printf(Locale.ROOT, "%-48s  F1 %.3f  cover %.3f%n", what, mean.f1 / mean.count,
                mean.cover / mean.count);
    }

    private static String pelt(Map<String, Published> published, String protocol, String name) {
        JsonNode score = published.containsKey(protocol) ? published.get(protocol).f1().path(name).path("pelt")
                : MissingNode.getInstance();
        return score.isNumber() ? String.format(Locale.ROOT, "%.3f", score.asDouble()) : "-";
    }

    /** Sums of scores over series. */
    private static final class Mean {
        private double f1;
        private double cover;
        private int count;

        void add(double ofF1, double ofCover) {
            f1 += ofF1;
            cover += ofCover;
            count++;
        }
    }

    /**
     * The published scores of one protocol.
     *
     * @param f1 F1 by series and method
     * @param cover covering by series and method
     */
    private record Published(JsonNode f1, JsonNode cover) {
        static Published of(String benchmark, String protocol) throws IOException {
            Path scores = Path.of(benchmark, "analysis/output/scores");
            return new Published(JSON.readTree(scores.resolve(protocol + "_f1_scores.json").toFile()),
                    JSON.readTree(scores.resolve(protocol + "_cover_scores.json").toFile()));
        }

        /** Prints the mean scores of some methods over those of the series that have a score. */
        Published print(List<String> names) {
            for (String method : METHODS) {
                Mean mean = new Mean();
                for (String name : names) {
                    JsonNode score = f1.path(name).path(method);
                    if (score.isNumber()) {
                        mean.add(score.asDouble(), cover.path(name).path(method).asDouble());
                    }
                }
                TuringBench.print("  " + method + " as published, " + mean.count + " series", mean);
            }
            return this;
        }
    }

    private static double[][] columns(JsonNode series) {
        return StreamSupport.stream(series.spliterator(), false)
                .map(s -> StreamSupport.stream(s.get("raw").spliterator(), false)
                        .mapToDouble(v -> v.isNull() ? Double.NaN : v.asDouble())
                        .toArray())
                .toArray(double[][]::new);
    }

    private static List<BinnedCounts> counts(double[][] columns) {
        return IntStream.range(0, columns.length)
                .mapToObj(c -> KnownSeries.counts("V" + c, asCounts(columns[c])))
                .toList();
    }

    private static List<Integer> changes(List<BinnedCounts> counts) {
        return StructureAnalysis.of(counts, Axis.RUN_TIME)
                .changePoints()
                .stream()
                .map(c -> (int) Math.round(c.at()))
                .toList();
    }

    /** Returns the changes with another penalty, and without the test of whether they are more than noise. */
    private static List<Integer> changes(List<BinnedCounts> counts, double penaltyFactor) {
        List<RateColumn> columns = IntStream.range(0, counts.size())
                .boxed()
                .flatMap(c -> RateColumn.of(c, counts.get(c)).stream())
                .toList();
        return SegmentSearch.of(columns, penaltyFactor)
                .segments()
                .stream()
                .skip(1)
                .map(SegmentSearch.Interval::from)
                .toList();
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
