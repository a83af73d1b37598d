package runbench.schedule.contention;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import runbench.base.stats.Interval;
import runbench.base.stats.Quantile;
import runbench.base.stats.Statistics;
import runbench.base.stats.Statistics.MedianInterval;
import runbench.schedule.contention.MeasuredContention.CurvePoint;
import runbench.schedule.contention.MeasuredContention.ModelFit;
import runbench.schedule.contention.MeasuredContention.Noise;
import runbench.schedule.contention.MeasuredContention.OrderTest;
import runbench.schedule.contention.MeasuredContention.OrderVerdict;
import runbench.schedule.contention.MeasuredContention.TrafficPoint;
import runbench.schedule.contention.Window.Antagonist;
import runbench.schedule.contention.Window.Setting;
import runbench.schedule.contention.Window.Victim;
import runbench.schedule.profile.TrafficUnit;

/** Computes traffic, slow-down curves, the order of antagonists and a fitted model from measured windows. */
public final class ContentionAnalysis {
    private static final double MAX_RELATIVE_HALF_WIDTH = 0.1;
    /** Confidence at or below which an interval counts as unknown: five values give 0.94. */
    private static final double MIN_CONFIDENCE = 0.9;
    private static final double LINEAR_SCALING_SHARE = 0.9;
    private static final String METHOD = "Levenberg-Marquardt on the logarithms of the measured slow-downs under "
            + "readers, weighted by their intervals; sustained: the largest traffic that all "
            + "CPUs made, reading or writing";

    private final List<Window> windows;
    private final Map<Setting, List<Window>> bySetting = new HashMap<>();
    private final Map<Victim, Map<Integer, Double>> alone = new EnumMap<>(Victim.class);

    /**
     * Creates an analysis.
     *
     * @param windows windows in which all threads ran together for long enough
     */
    public ContentionAnalysis(List<Window> windows) {
        this.windows = windows;
        windows.forEach(w -> bySetting.computeIfAbsent(w.setting(), s -> new ArrayList<>()).add(w));
        for (Victim v : Victim.values()) {
            Map<Integer, Double> rates = new HashMap<>();
            windowsOf(Setting.alone(v)).forEach(w -> rates.put(w.repetition(), w.rate()));
            alone.put(v, rates);
        }
    }

    private List<Window> windowsOf(Setting setting) {
        return bySetting.getOrDefault(setting, List.of());
    }

    public List<TrafficPoint> traffic() {
        return bySetting.entrySet().stream().filter(e -> e.getKey().victim() == null).map(e -> {
            MedianInterval m = MedianInterval.of(e.getValue().stream().mapToDouble(Window::traffic).toArray());
            return new TrafficPoint(e.getKey().antagonist(), e.getKey().antagonists(), m.median(), known(m),
                    m.confidence(), e.getValue().size());
        }).sorted(Comparator.comparing(TrafficPoint::antagonist).thenComparing(TrafficPoint::threads)).toList();
    }

    /** Returns the points of the slow-down curve, without predictions. */
    public List<CurvePoint> curve() {
        List<CurvePoint> points = new ArrayList<>();
        bySetting.forEach((s, all) -> {
            if (s.victim() != null && s.antagonists() > 0) {
                double[] slowdowns = slowdowns(s);
                if (slowdowns.length > 0) {
                    points.add(point(s, slowdowns,
                            Statistics.median(all.stream().mapToDouble(Window::traffic).toArray())));
                }
            }
        });
        points.sort(Comparator.comparing(CurvePoint::victim)
                .thenComparing(CurvePoint::antagonist)
                .thenComparing(CurvePoint::antagonists)
                .thenComparing(CurvePoint::share));
        return points;
    }

    private static CurvePoint point(Setting s, double[] slowdowns, double traffic) {
        MedianInterval m = MedianInterval.of(slowdowns);
        Interval interval = known(m);
        boolean inconclusive = interval.high() - interval.low() > 2 * MAX_RELATIVE_HALF_WIDTH * m.median()
                || interval.contains(1);
        return new CurvePoint(s.victim(), s.antagonist(), s.antagonists(), s.share(), traffic, m.median(), interval,
                m.confidence(), slowdowns.length, Double.NaN, inconclusive);
    }

    /** Returns the interval, or an unbounded one if there are too few values. */
    private static Interval known(MedianInterval m) {
        return m.confidence() > MIN_CONFIDENCE ? m.interval() : Interval.ALL;
    }

    /**
     * Divides the victim's rate alone by its rate in the setting, per repetition. Drift cancels because both rates
     * belong to the same repetition.
     */
    private double[] slowdowns(Setting s) {
        Map<Integer, Double> base = alone.get(s.victim());
        return windowsOf(s).stream()
                .filter(w -> base.containsKey(w.repetition()))
                .mapToDouble(w -> base.get(w.repetition()) / w.rate())
                .toArray();
    }

    /** Returns one test for each victim that was measured with nBBMA and with the same number of BBMA antagonists. */
    public List<OrderTest> order() {
        List<OrderTest> tests = new ArrayList<>();
        for (Victim v : Victim.values()) {
            bySetting.keySet()
                    .stream()
                    .filter(s -> s.victim() == v && s.antagonist() == Antagonist.SMALL)
                    .findFirst()
                    .ifPresent(small -> {
                        Map<Integer, Double> smallRates = new HashMap<>();
                        windowsOf(small).forEach(w -> smallRates.put(w.repetition(), w.rate()));
                        double[] large = windowsOf(new Setting(v, Antagonist.READ, small.antagonists(), 1)).stream()
                                .filter(w -> smallRates.containsKey(w.repetition()))
                                .mapToDouble(w -> smallRates.get(w.repetition()) / w.rate())
                                .toArray();
                        double[] smaller = slowdowns(small);
                        if (large.length > 0 && smaller.length > 0) {
                            MedianInterval s = MedianInterval.of(smaller);
                            MedianInterval l = MedianInterval.of(large);
                            tests.add(OrderTest.of(v, s.median(), known(s), l.median(), known(l)));
                        }
                    });
        }
        return tests;
    }

    /**
     * Returns the noise of the measurement.
     *
     * @param left number of rejected windows
     * @param stolen share of CPU time that the host gave to other guests, 0..1
     * @param load 1-minute load average before the measurement; negative if unknown
     */
    public Noise noise(int left, double stolen, double load) {
        double spread = 0;
        for (Victim v : Victim.values()) {
            double[] rates = alone.get(v).values().stream().mapToDouble(r -> r).toArray();
            if (rates.length > 1) {
                double range = Quantile.WEIBULL.of(rates, 0.75) - Quantile.WEIBULL.of(rates, 0.25);
                spread = Math.max(spread, range / Statistics.median(rates));
            }
        }
        return new Noise(spread,
                windows.isEmpty() ? 0 : Statistics.median(windows.stream().mapToDouble(Window::together).toArray()),
                stolen, left, load);
    }

    /**
     * Fits a model to the curve.
     *
     * @param machine name of the machine
     * @param cpus number of CPUs that share the memory
     * @param curve measured points
     * @return the model, or null if too few windows with readers, or with victims under readers, were measured
     */
    public ContentionModel model(String machine, int cpus, List<CurvePoint> curve) {
        List<TrafficPoint> traffic = traffic().stream().filter(t -> t.interval().finite()).toList();
        List<TrafficPoint> readers = traffic.stream().filter(t -> t.antagonist() == Antagonist.READ).toList();
        List<CurvePoint> fitted = curve.stream().filter(p -> fits(p) && p.interval().finite()).toList();
        double single = readers.stream()
                .filter(t -> t.threads() == 1)
                .mapToDouble(TrafficPoint::traffic)
                .max()
                .orElse(0);
        double sustained = traffic.stream().mapToDouble(TrafficPoint::traffic).max().orElse(0);
        if (!(single > 0) || fitted.stream().noneMatch(p -> p.victim() != Victim.COMPUTE)) {
            return null;
        }
        return new ContentionFit(fitted,
                new ContentionModel(machine, TrafficUnit.BYTES_PER_SECOND, cpus, sustained, single, 0, 0, METHOD),
                victimTraffic()).fitted();
    }

    /**
     * Tests whether several readers together draw less than the sum of their individual traffic. If they do not, the
     * memory sustains more than these CPUs can draw.
     *
     * @param cpus number of readers that must have been measured together for {@link OrderVerdict#FAILS}
     */
    public OrderVerdict saturates(int cpus) {
        List<TrafficPoint> readers = traffic().stream()
                .filter(t -> t.antagonist() == Antagonist.READ && t.interval().finite())
                .toList();
        Interval single = readers.stream()
                .filter(t -> t.threads() == 1)
                .map(TrafficPoint::interval)
                .findFirst()
                .orElse(Interval.ALL);
        boolean holds = readers.stream()
                .anyMatch(t -> t.threads() > 1
                        && t.interval().high() < LINEAR_SCALING_SHARE * t.threads() * single.low());
        boolean fails = readers.stream()
                .anyMatch(t -> t.threads() == cpus
                        && t.interval().low() >= LINEAR_SCALING_SHARE * t.threads() * single.high());
        return holds ? OrderVerdict.HOLDS : fails ? OrderVerdict.FAILS : OrderVerdict.INCONCLUSIVE;
    }

    /** Returns the same points with the model's predictions. */
    public List<CurvePoint> predicted(List<CurvePoint> curve, ContentionModel model) {
        return curve.stream().map(p -> p.predicted(ContentionFit.slowdown(model, p, victimTraffic()))).toList();
    }

    /**
     * Computes the errors of a model.
     *
     * @param curve points with predictions
     */
    public static ModelFit fit(List<CurvePoint> curve) {
        double[] fitted = errors(curve.stream().filter(ContentionAnalysis::fits).toList());
        double[] held = errors(curve.stream().filter(p -> !fits(p)).toList());
        return new ModelFit(fitted.length, Statistics.median(fitted), Arrays.stream(fitted).max().orElse(Double.NaN),
                held.length, Statistics.median(held), Arrays.stream(held).max().orElse(Double.NaN));
    }

    private static boolean fits(CurvePoint p) {
        return p.antagonist() == Antagonist.READ || p.antagonist() == Antagonist.SMALL;
    }

    private static double[] errors(List<CurvePoint> points) {
        return points.stream().mapToDouble(p -> Math.abs(p.predicted() / p.slowdown() - 1)).toArray();
    }

    private double[] victimTraffic() {
        return Arrays.stream(Victim.values()).mapToDouble(v -> {
            double[] own = windowsOf(Setting.alone(v)).stream().mapToDouble(Window::victimTraffic).toArray();
            return own.length == 0 ? 0 : Statistics.median(own);
        }).toArray();
    }
}
