package runbench.parser.simpoint;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.hipparchus.stat.StatUtils;
import runbench.base.error.RunbenchException;
import runbench.base.progress.Progress;
import runbench.parser.simpoint.IntervalReport.IntervalCluster;
import runbench.parser.simpoint.IntervalReport.TaskIntervals;
import runbench.parser.simpoint.StratifiedSample.Strata;

/**
 * The selection of the intervals that represent a run, and the estimation of the counts of the whole run from them.
 *
 * @param error half of the interval's width, relative to the estimate: 0.03
 * @param seed seed of the random draw
 * @param draws number of repeated draws, which show how often the interval contains the true value; 0: no repetition
 */
public record IntervalAnalysis(double error, long seed, int draws) {
    public static final double DEFAULT_ERROR = 0.03;
    public static final long DEFAULT_SEED = 1;
    /** All misses of the first-level cache: the event to which the requested error applies. */
    static final String MISS_EVENT = "L1D misses";
    private static final List<String> MISS_EVENT_PARTS = List.of("L1D_READ_MISS", "L1D_WRITE_MISS");

    public IntervalAnalysis {
        if (!(error > 0 && error < 1)) {
            throw RunbenchException.badInput("an error of " + error + " is none between 0 and 1")
                    .remedy("write for example --error 3%");
        }
    }

    /**
     * Chooses the intervals of all tasks. Also writes them into the folder of the vectors: {@code .simpoints}, {@code
     * .weights}, {@code .strata.csv}, {@code chosen.json}.
     *
     * @param progress counts tasks
     * @throws RunbenchException (bad input) there are no vectors
     */
    public IntervalReport of(VectorFolder folder, Progress progress) {
        List<Integer> tasks = folder.tasks();
        if (tasks.isEmpty()) {
            throw RunbenchException.badInput(folder.path() + ": no vectors of blocks")
                    .remedy("run again with --emulate --bbv");
        }
        BlockFunctions functions = BlockFunctions.read(folder);
        List<TaskIntervals> out = new ArrayList<>();
        List<String> counters = List.of();
        int done = 0;
        for (int task : tasks) {
            TaskVectors vectors = TaskVectors.read(folder, task);
            if (vectors.intervals() > 0) {
                IntervalFeatures features = IntervalFeatures.of(vectors);
                counters = features.counters();
                out.add(task(vectors, features, folder, functions));
            }
            progress.at(++done, tasks.size());
        }
        out.sort(Comparator.comparingLong(TaskIntervals::instructions).reversed());
        IntervalReport report = new IntervalReport(error, StratifiedSample.CONFIDENCE, RandomProjection.DIMENSIONS,
                counters, IntervalFeatures.COUNTER_WEIGHT, out);
        report.write(folder.chosen());
        return report;
    }

    private TaskIntervals task(TaskVectors vectors, IntervalFeatures features, VectorFolder folder,
            BlockFunctions functions) {
        IntervalClusters clusters = IntervalClusters.clusterOfInterval(features.rows());
        List<TaskVectors.Counted> events = targets(vectors);
        Strata strata = Strata.stratumOfInterval(clusters);
        StratifiedSample sample = drawn(vectors, strata, events, seed);
        double[] weights = sample.weights();
        long instructions = Arrays.stream(vectors.length()).sum();
        List<EventEstimate> estimates = events.stream()
                .map(e -> estimate(e, vectors, clusters, sample,
                        features.counters().contains(e.name()) || e.unit().equals("references")))
                .toList();
        List<IntervalCluster> found = IntStream.range(0, clusters.count())
                .mapToObj(c -> cluster(c, clusters, vectors, instructions))
                .toList();
        ChosenFiles.write(folder, vectors, clusters, strata, found, weights);
        return new TaskIntervals(vectors.task(), vectors.intervals(),
                Arrays.stream(vectors.length()).max().orElseThrow(), instructions, vectors.blocks(),
                Arrays.stream(vectors.from()).boxed().toList(),
                Arrays.stream(clusters.clusterOfInterval()).boxed().toList(),
                functions.named(found, folder, vectors.task()),
                IntStream.range(0, weights.length).filter(i -> weights[i] > 0).boxed().toList(), estimates,
                draws == 0 || events.isEmpty() ? null : repeated(vectors, clusters, strata, events.get(0)));
    }

    private StratifiedSample drawn(TaskVectors vectors, Strata strata, List<TaskVectors.Counted> events, long from) {
        StratifiedSample sample = new StratifiedSample(strata, vectors.length(), new SplittableRandom(from));
        if (!events.isEmpty()) {
            sample.drawToError(events.get(0).counts(), error);
        }
        return sample;
    }

    /**
     * Returns the events to estimate. The first event decides how many intervals are drawn: misses, or references if no
     * cache was modelled.
     */
    private static List<TaskVectors.Counted> targets(TaskVectors vectors) {
        List<TaskVectors.Counted> out = new ArrayList<>(
                vectors.events().stream().filter(e -> Arrays.stream(e.counts()).anyMatch(c -> c > 0)).toList());
        List<TaskVectors.Counted> parts = out.stream().filter(e -> MISS_EVENT_PARTS.contains(e.name())).toList();
        if (!parts.isEmpty()) {
            out.add(0,
                    new TaskVectors.Counted(MISS_EVENT, "misses",
                            IntStream.range(0, vectors.intervals())
                                    .mapToLong(i -> parts.stream().mapToLong(p -> p.counts()[i]).sum())
                                    .toArray()));
        }
        out.sort(Comparator.comparing((TaskVectors.Counted e) -> e.unit().equals("references")));
        return out;
    }

    private static EventEstimate estimate(TaskVectors.Counted e, TaskVectors vectors, IntervalClusters clusters,
            StratifiedSample sample, boolean used) {
        double instructions = Arrays.stream(vectors.length()).asDoubleStream().sum();
        double simpoint = 0;
        for (int i = 0; i < vectors.intervals(); i++) {
            int r = clusters.representative()[clusters.clusterOfInterval()[i]];
            simpoint += vectors.length()[i] / instructions * e.counts()[r] / vectors.length()[r];
        }
        StratifiedSample.Estimate s = sample.estimate(e.counts());
        return new EventEstimate(e.name(), Arrays.stream(e.counts()).sum() / instructions, simpoint, s.rate(), s.low(),
                s.high(), used);
    }

    private static IntervalCluster cluster(int c, IntervalClusters clusters, TaskVectors vectors, long instructions) {
        int[] members = IntStream.range(0, vectors.intervals())
                .filter(i -> clusters.clusterOfInterval()[i] == c)
                .toArray();
        int r = clusters.representative()[c];
        return new IntervalCluster(c, members.length,
                (double) Arrays.stream(members).mapToLong(i -> vectors.length()[i]).sum() / instructions, r,
                vectors.from()[r], "");
    }

    private TaskIntervals.Repeated repeated(TaskVectors vectors, IntervalClusters clusters, Strata strata,
            TaskVectors.Counted event) {
        double held = 0;
        double worst = 0;
        double beyond = 0;
        double measured = 0;
        for (int d = 1; d <= draws; d++) {
            StratifiedSample sample = drawn(vectors, strata, List.of(event), seed + d);
            EventEstimate e = estimate(event, vectors, clusters, sample, false);
            held += e.holds() ? 1 : 0;
            beyond += Math.abs(e.stratifiedError()) > error ? 1 : 0;
            worst = Math.max(worst, Math.abs(e.stratifiedError()));
            measured += (double) sample.size() / vectors.intervals();
        }
        return new TaskIntervals.Repeated(draws, held / draws, worst, beyond / draws, measured / draws);
    }

    /** The names of the functions that contain the blocks. */
    private static final class BlockFunctions {
        private final Map<Integer, String> names = new HashMap<>();

        private BlockFunctions() {
        }

        static BlockFunctions read(VectorFolder folder) {
            BlockFunctions out = new BlockFunctions();
            if (!Files.exists(folder.blocks())) {
                return out;
            }
            try (CSVParser csv = CSVParser.parse(folder.blocks(), StandardCharsets.UTF_8,
                    CSVFormat.DEFAULT.builder().setHeader().setSkipHeaderRecord(true).get())) {
                for (CSVRecord r : csv) {
                    String file = r.get("file");
                    String function = r.get("function");
                    out.names.put(Integer.valueOf(r.get("id")),
                            function.isEmpty()
                                    ? file.isEmpty() ? "" : "[" + file.substring(file.lastIndexOf('/') + 1) + "]"
                                    : function);
                }
                return out;
            } catch (IOException | RuntimeException e) {
                throw RunbenchException.badInput(folder.blocks() + ": no table of blocks: " + e.getMessage())
                        .remedy("run again with --emulate --bbv")
                        .causedBy(e);
            }
        }

        /** Returns the same clusters, each with the function in which its representative executed most instructions. */
        List<IntervalCluster> named(List<IntervalCluster> clusters, VectorFolder folder, int task) {
            Map<Integer, String> function = new HashMap<>();
            clusters.forEach(c -> function.put(c.representative(), ""));
            Path file = folder.vectors(task);
            try (BufferedReader lines = Files.newBufferedReader(file)) {
                int interval = 0;
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    if (function.containsKey(interval)) {
                        function.put(interval, mostExecuted(line));
                    }
                    interval++;
                }
            } catch (IOException e) {
                throw RunbenchException.badInput(file + ": cannot be read: " + e.getMessage()).causedBy(e);
            }
            return clusters.stream()
                    .map(c -> new IntervalCluster(c.cluster(), c.intervals(), c.share(), c.representative(), c.from(),
                            function.get(c.representative())))
                    .toList();
        }

        private String mostExecuted(String line) throws IOException {
            Map<String, Long> sums = new HashMap<>();
            SimPointFormat.parse(line, (id, count) -> sums.merge(names.getOrDefault(id, ""), count, Long::sum));
            return sums.entrySet()
                    .stream()
                    .max(Map.Entry.<String, Long>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                    .map(Map.Entry::getKey)
                    .orElse("");
        }
    }

    /**
     * The features by which intervals are compared: their projected block vectors and their memory references per
     * instruction. The events to estimate (misses) are excluded: they are known for all intervals only if a full run is
     * checked.
     *
     * @param rows one row per interval
     * @param counters events in the columns after those of the vectors
     */
    private record IntervalFeatures(double[][] rows, List<String> counters) {
        /** Variance of each counter's column, as a share of the variance of all the vectors' columns together. */
        static final double COUNTER_WEIGHT = 0.25;
        /** Unit of the events that the emulator counts at little cost, without a model of a cache. */
        private static final String CHEAP = "references";

        static IntervalFeatures of(TaskVectors task) {
            List<TaskVectors.Counted> cheap = task.events()
                    .stream()
                    .filter(e -> e.unit().equals(CHEAP) && e.name().equals(e.name().toLowerCase(Locale.ROOT)))
                    .toList();
            int n = task.intervals();
            double vectors = 0;
            for (int d = 0; d < RandomProjection.DIMENSIONS; d++) {
                vectors += variance(column(task.projected(), d));
            }
            double[][] rows = new double[n][RandomProjection.DIMENSIONS + cheap.size()];
            for (int i = 0; i < n; i++) {
                System.arraycopy(task.projected()[i], 0, rows[i], 0, RandomProjection.DIMENSIONS);
            }
            List<String> counters = new ArrayList<>();
            for (TaskVectors.Counted e : cheap) {
                double[] rate = new double[n];
                for (int i = 0; i < n; i++) {
                    rate[i] = (double) e.counts()[i] / task.length()[i];
                }
                double spread = Math.sqrt(variance(rate));
                double scale = spread > 0 ? Math.sqrt(COUNTER_WEIGHT * vectors) / spread : 0;
                for (int i = 0; i < n; i++) {
                    rows[i][RandomProjection.DIMENSIONS + counters.size()] = rate[i] * scale;
                }
                counters.add(e.name());
            }
            return new IntervalFeatures(rows, List.copyOf(counters));
        }

        private static double[] column(double[][] rows, int d) {
            double[] out = new double[rows.length];
            for (int i = 0; i < rows.length; i++) {
                out[i] = rows[i][d];
            }
            return out;
        }

        private static double variance(double[] values) {
            return StatUtils.populationVariance(values);
        }
    }
}
