package runbench.sync.session;

import java.util.ArrayList;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import runbench.base.progress.Progress;
import runbench.sync.scenario.DriftRun;
import runbench.sync.scenario.DriftRun.CourseError;
import runbench.sync.scenario.DriftRun.Outcome;
import runbench.sync.scenario.Generator.ScenarioPlan;
import runbench.sync.scenario.WindowSource;

/** Simulates many runs of oscillators that wander for hours, with prediction only and with repeated synchronisation. */
public final class DriftStudy {
    /** The way of keeping clocks synchronised. */
    public enum Policy {
        PREDICTION_ONLY, RESYNCHRONISE
    }

    /**
     * All runs of one policy and node.
     *
     * @param policy policy
     * @param wanderPpm standard deviation of the frequency, ppm
     * @param learnSeconds time that the rate was learned from, s; NaN with repeated synchronisation
     * @param toleranceNanos tolerance, ns; NaN with prediction only
     * @param runs number of runs
     * @param worst largest error of a prediction, ns
     * @param worstAfter largest error of a conversion after the last window, ns
     * @param resyncs statistics of the windows per run
     * @param packets mean number of packets per run
     * @param held number of runs that kept the tolerance
     * @param insideShare smallest share of moments whose interval contained the truth, 0..1
     * @param first errors of predictions in the first run
     */
    public record Row(Policy policy, double wanderPpm, double learnSeconds, double toleranceNanos, int runs,
            double worst, double worstAfter, IntSummaryStatistics resyncs, double packets, long held,
            double insideShare, List<CourseError> first) {
        public Row {
            first = List.copyOf(first);
        }

        public boolean bounded() {
            return !Double.isNaN(toleranceNanos);
        }
    }

    private final List<Double> wander;
    private final int runs;
    private final long seed;
    private final Progress progress;
    private final long all;
    private final AtomicLong done = new AtomicLong();

    private DriftStudy(List<Double> wander, int policies, int runs, long seed, Progress progress) {
        this.wander = wander;
        this.runs = runs;
        this.seed = seed;
        this.progress = progress;
        this.all = (long) wander.size() * policies * runs;
    }

    /**
     * Runs the study.
     *
     * @param seconds duration of a run, s
     * @param wander wander of each node, ppm
     * @param learn times that the rate is learned from with prediction only, s; each less than {@code seconds}
     * @param tolerances tolerances, ns
     * @param runs number of runs
     * @param seed seed of the first run; each node and run has its own, the same under every policy
     * @param progress receives the number of finished runs
     */
    public static List<Row> run(int seconds, List<Double> wander, List<Integer> learn, List<Long> tolerances, int runs,
            long seed, Progress progress) {
        WindowSource windows = WindowSource.generated(ScenarioPlan.OFFSET);
        DriftStudy study = new DriftStudy(wander, learn.size() + tolerances.size(), runs, seed, progress);
        List<Row> rows = new ArrayList<>();
        for (int time : learn) {
            for (double ppm : wander) {
                rows.add(study.row(Policy.PREDICTION_ONLY, ppm, time, Double.NaN,
                        s -> DriftRun.predictingOnly(ppm, time, seconds, s)));
            }
        }
        for (long tolerance : tolerances) {
            for (double ppm : wander) {
                rows.add(study.row(Policy.RESYNCHRONISE, ppm, Double.NaN, tolerance,
                        s -> DriftRun.resynchronising(windows, ppm, tolerance, seconds, s)));
            }
        }
        return rows;
    }

    private Row row(Policy policy, double ppm, double learn, double tolerance, LongFunction<Outcome> run) {
        long first = seed + (long) wander.indexOf(ppm) * runs;
        List<Outcome> outcomes = LongStream.range(first, first + runs).parallel().mapToObj(s -> {
            Outcome o = run.apply(s);
            progress.at(done.incrementAndGet(), all);
            return s == first ? o : o.withoutCourse();
        }).toList();
        return new Row(policy, ppm, learn, tolerance, runs,
                outcomes.stream().mapToDouble(Outcome::worstNanos).max().orElseThrow(),
                outcomes.stream().mapToDouble(Outcome::worstAfterNanos).max().orElseThrow(),
                outcomes.stream().mapToInt(Outcome::resyncs).summaryStatistics(),
                outcomes.stream().mapToLong(Outcome::packets).average().orElseThrow(),
                outcomes.stream().filter(o -> o.worstNanos() <= tolerance).count(),
                outcomes.stream().mapToDouble(Outcome::inside).min().orElseThrow(), outcomes.get(0).course());
    }
}
