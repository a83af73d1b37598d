package runbench.schedule.contention;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hipparchus.stat.descriptive.rank.Percentile;
import runbench.parser.metrics.Interval;
import runbench.parser.stats.MedianInterval;
import runbench.schedule.profile.TrafficUnit;

/** From windows to traffic, curves, the order of antagonists, and a model. */
public final class ContentionAnalysis {
    private static final double WIDE = 0.1;
    /** Confidence at or below which an interval is unknown: five values give 0.94. */
    private static final double CONFIDENT = 0.9;
    private static final double SCALES = 0.9;
    private static final String METHOD = "Levenberg-Marquardt on the logarithms of the measured slow-downs beside readers, weighted by their intervals; sustained: the largest traffic that all "
            + "CPUs made, reading or writing";

    private final List<Window> windows;
    private final Map<Setting, List<Window>> bySetting = new HashMap<>();
    private final Map<Victim, Map<Integer, Double>> alone = new EnumMap<>(Victim.class);

    /** @param windows those in which all ran together for long enough */
    public ContentionAnalysis(List<Window> windows) {
        this.windows = windows;
        windows.forEach(w -> bySetting.computeIfAbsent(w.setting(), s -> new ArrayList<>()).add(w));
        for (Victim v : Victim.values()) {
            Map<Integer, Double> rates = new HashMap<>();
            of(Setting.alone(v)).forEach(w -> rates.put(w.repetition(), w.rate()));
            alone.put(v, rates);
        }
    }

    private List<Window> of(Setting setting) {
        return bySetting.getOrDefault(setting, List.of());
    }

    public List<TrafficPoint> traffic() {
        return bySetting.entrySet().stream().filter(e -> e.getKey().victim() == null).map(e -> {
            MedianInterval m = MedianInterval.of(e.getValue().stream().mapToDouble(Window::traffic).toArray());
            return new TrafficPoint(e.getKey().antagonist(), e.getKey().antagonists(), m.median(), known(m),
                    m.confidence(), e.getValue().size());
        }).sorted(Comparator.comparing(TrafficPoint::antagonist).thenComparing(TrafficPoint::threads)).toList();
    }

    /** Without predictions. */
    public List<CurvePoint> curve() {
        List<CurvePoint> points = new ArrayList<>();
        bySetting.forEach((s, all) -> {
            if (s.victim() != null && s.antagonists() > 0) {
                double[] slowdowns = slowdowns(s);
                if (slowdowns.length > 0) {
                    points.add(point(s, slowdowns, median(all.stream().mapToDouble(Window::traffic).toArray())));
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
        boolean inconclusive = interval.high() - interval.low() > 2 * WIDE * m.median() || interval.contains(1);
        return new CurvePoint(s.victim(), s.antagonist(), s.antagonists(), s.share(), traffic, m.median(), interval,
                m.confidence(), slowdowns.length, Double.NaN, inconclusive);
    }

    /** The interval; unbounded with too few values. */
    private static Interval known(MedianInterval m) {
        return m.confidence() > CONFIDENT ? m.interval() : Interval.ALL;
    }

    /** Against the victim alone in the same repetition: what drifts is in both. */
    private double[] slowdowns(Setting s) {
        Map<Integer, Double> base = alone.get(s.victim());
        return of(s).stream()
                .filter(w -> base.containsKey(w.repetition()))
                .mapToDouble(w -> base.get(w.repetition()) / w.rate())
                .toArray();
    }

    /** For each victim that was measured beside nBBMA and as many BBMA. */
    public List<OrderTest> order() {
        List<OrderTest> tests = new ArrayList<>();
        for (Victim v : Victim.values()) {
            bySetting.keySet()
                    .stream()
                    .filter(s -> s.victim() == v && s.antagonist() == Antagonist.SMALL)
                    .findFirst()
                    .ifPresent(small -> {
                        Map<Integer, Double> beside = new HashMap<>();
                        of(small).forEach(w -> beside.put(w.repetition(), w.rate()));
                        double[] large = of(new Setting(v, Antagonist.READ, small.antagonists(), 1)).stream()
                                .filter(w -> beside.containsKey(w.repetition()))
                                .mapToDouble(w -> beside.get(w.repetition()) / w.rate())
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

    /** @param left windows that are not among these @param stolen and load as {@link Noise} says */
    public Noise noise(int left, double stolen, double load) {
        double spread = 0;
        for (Victim v : Victim.values()) {
            double[] rates = alone.get(v).values().stream().mapToDouble(r -> r).toArray();
            if (rates.length > 1) {
                Percentile p = new Percentile();
                p.setData(rates);
                spread = Math.max(spread, (p.evaluate(75) - p.evaluate(25)) / p.evaluate(50));
            }
        }
        return new Noise(spread,
                windows.isEmpty() ? 0 : median(windows.stream().mapToDouble(Window::together).toArray()), stolen, left,
                load);
    }

    /** @return null where too few windows were measured of readers, or of victims beside them */
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
     * Tests whether several readers draw less than each of them does alone. If not, the memory sustains more than these
     * CPUs can draw.
     *
     * @param cpus readers that have to be measured together for {@link OrderVerdict#FAILS}
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
                .anyMatch(t -> t.threads() > 1 && t.interval().high() < SCALES * t.threads() * single.low());
        boolean fails = readers.stream()
                .anyMatch(t -> t.threads() == cpus && t.interval().low() >= SCALES * t.threads() * single.high());
        return holds ? OrderVerdict.HOLDS : fails ? OrderVerdict.FAILS : OrderVerdict.INCONCLUSIVE;
    }

    /** The same points with what the model says of them. */
    public List<CurvePoint> predicted(List<CurvePoint> curve, ContentionModel model) {
        return curve.stream().map(p -> p.predicted(ContentionFit.slowdown(model, p, victimTraffic()))).toList();
    }

    /** @param curve with predictions */
    public static ModelFit fit(List<CurvePoint> curve) {
        double[] fitted = errors(curve.stream().filter(ContentionAnalysis::fits).toList());
        double[] held = errors(curve.stream().filter(p -> !fits(p)).toList());
        return new ModelFit(fitted.length, median(fitted), Arrays.stream(fitted).max().orElse(Double.NaN), held.length,
                median(held), Arrays.stream(held).max().orElse(Double.NaN));
    }

    private static boolean fits(CurvePoint p) {
        return p.antagonist() == Antagonist.READ || p.antagonist() == Antagonist.SMALL;
    }

    private static double[] errors(List<CurvePoint> points) {
        return points.stream().mapToDouble(p -> Math.abs(p.predicted() / p.slowdown() - 1)).toArray();
    }

    private double[] victimTraffic() {
        return Arrays.stream(Victim.values()).mapToDouble(v -> {
            double[] own = of(Setting.alone(v)).stream().mapToDouble(Window::victimTraffic).toArray();
            return own.length == 0 ? 0 : median(own);
        }).toArray();
    }

    /** NaN of none. */
    static double median(double[] values) {
        return values.length == 0 ? Double.NaN : MedianInterval.of(values).median();
    }
}
