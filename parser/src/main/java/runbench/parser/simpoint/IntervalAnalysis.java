package runbench.parser.simpoint;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import runbench.base.progress.Progress;
import runbench.base.error.RunbenchException;

/**
 * Finds the intervals that stand for a run, and estimates from them what all of it counted.
 *
 * @param error half of the interval's width, relative to the estimate: 0.03
 * @param seed of the drawing
 * @param draws how often the drawing is repeated, to see how often its interval holds; 0: not at all
 */
public record IntervalAnalysis(double error, long seed, int draws) {
    public static final double DEFAULT_ERROR = 0.03;
    public static final long DEFAULT_SEED = 1;
    /** All that misses in the first level: what the error is asked of. */
    static final String MISSES = "L1D misses";
    private static final List<String> PARTS = List.of("L1D_READ_MISS", "L1D_WRITE_MISS");

    public IntervalAnalysis {
        if (!(error > 0 && error < 1)) {
            throw RunbenchException.badInput("an error of " + error + " is none between 0 and 1")
                    .remedy("write for example --error 3%");
        }
    }

    /**
     * Also writes what was chosen beside the vectors: {@code .simpoints}, {@code .weights}, {@code .strata.csv},
     * {@code chosen.json}.
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
        IntervalClusters clusters = IntervalClusters.of(features.rows());
        List<TaskVectors.Counted> events = targets(vectors);
        Strata strata = Strata.of(clusters);
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
                Arrays.stream(vectors.from()).boxed().toList(), Arrays.stream(clusters.of()).boxed().toList(),
                functions.named(found, folder, vectors.task()),
                IntStream.range(0, weights.length).filter(i -> weights[i] > 0).boxed().toList(), estimates,
                draws == 0 || events.isEmpty() ? null : repeated(vectors, clusters, strata, events.get(0)));
    }

    private StratifiedSample drawn(TaskVectors vectors, Strata strata, List<TaskVectors.Counted> events, long from) {
        StratifiedSample sample = new StratifiedSample(strata, vectors.length(), new SplittableRandom(from));
        if (!events.isEmpty()) {
            sample.until(events.get(0).counts(), error);
        }
        return sample;
    }

    /**
     * What is estimated, of which the first decides how many intervals are drawn: misses, or where no cache was
     * modelled references.
     */
    private static List<TaskVectors.Counted> targets(TaskVectors vectors) {
        List<TaskVectors.Counted> out = new ArrayList<>(
                vectors.events().stream().filter(e -> Arrays.stream(e.counts()).anyMatch(c -> c > 0)).toList());
        List<TaskVectors.Counted> parts = out.stream().filter(e -> PARTS.contains(e.name())).toList();
        if (!parts.isEmpty()) {
            out.add(0,
                    new TaskVectors.Counted(MISSES, "misses",
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
            int r = clusters.representative()[clusters.of()[i]];
            simpoint += vectors.length()[i] / instructions * e.counts()[r] / vectors.length()[r];
        }
        StratifiedSample.Estimate s = sample.estimate(e.counts());
        return new EventEstimate(e.name(), Arrays.stream(e.counts()).sum() / instructions, simpoint, s.rate(), s.low(),
                s.high(), used);
    }

    private static IntervalCluster cluster(int c, IntervalClusters clusters, TaskVectors vectors, long instructions) {
        int[] members = IntStream.range(0, vectors.intervals()).filter(i -> clusters.of()[i] == c).toArray();
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
}
