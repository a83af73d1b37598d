package runbench.plotter;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import runbench.plotter.figure.Buckets;
import runbench.plotter.figure.Figure;
import runbench.plotter.figure.Heat;
import runbench.plotter.figure.Panel;
import runbench.plotter.figure.Scale;
import runbench.plotter.figure.Strip;
import runbench.plotter.theme.Ink;

/** Example figures with synthetic data, for tests and for {@link Gallery}. */
public final class Examples {
    public static final String LABEL = "open:403.gcc (cc1 12.2.0, -O2 large.i, 1 of 1) - NOT SPEC";

    private Examples() {
    }

    /** Returns a figure with one panel per event and the text of a typical run's chart. */
    public static Figure run(Buckets... events) {
        Figure figure = Figure.titled("403.gcc")
                .label(LABEL)
                .x(Scale.linear("task running time (s)"))
                .provenance("software events (kernel); no hardware PMU · Intel Xeon (Skylake), 2 CPUs · Linux "
                        + "6.1.0-28-amd64 · period asked"
                        + " 1 ms, kept 1 ms · 2 000 000 samples · 0 lost · 0.21 % of periods irregular (> "
                        + "1.5 × nominal)");
        for (Buckets e : events) {
            figure.add(rates("page-faults", e));
        }
        return figure
                .note("Line: mean rate per bucket of 100 ms. Band: range of sample rates in each bucket. Blank: no "
                        + "sample.");
    }

    public static Panel rates(String title, Buckets rates) {
        return Panel.of(title, Scale.linear(title + "/s").startingAtZero().si(""))
                .detail("software event")
                .remark("mean 1 · peak 2")
                .buckets(rates);
    }

    public static Buckets buckets(long seed, int n, double seconds, IntToDoubleFunction mean, double arm) {
        Random random = new Random(seed);
        double[] m = new double[n];
        double[] lo = new double[n];
        double[] hi = new double[n];
        for (int i = 0; i < n; i++) {
            m[i] = mean.applyAsDouble(i);
            lo[i] = Math.max(0, m[i] * (1 - arm * random.nextDouble()));
            hi[i] = m[i] * (1 + 2 * arm * random.nextDouble() * random.nextDouble());
        }
        double peak = Arrays.stream(hi).filter(Double::isFinite).max().orElse(Double.NaN);
        double[] edges = IntStream.rangeClosed(0, n).mapToDouble(i -> i * seconds / n).toArray();
        return new Buckets("", edges, m, lo, hi, peak, Buckets.coarse(m, hi), Ink.BLUE);
    }

    public static Buckets phases(double level) {
        return buckets(7, 1180, 118.4,
                i -> level * new double[]{1, 0.35, 0.8, 0.1, 0.55}[i * 5 / 1180] * (1 + 0.08 * Math.sin(i / 6.0)), 0.3);
    }

    public static Buckets spiky() {
        Random r = new Random(1);
        return buckets(8, 1180, 10, i -> r.nextInt(40) == 0 ? 9e6 * r.nextDouble() : 2e4, 0.9);
    }

    public static Buckets block() {
        Random r = new Random(2);
        return buckets(9, 1180, 3600, i -> 4e8 * (0.6 + 0.3 * Math.sin(i / 150.0)) * (0.2 + 1.6 * r.nextDouble()), 1);
    }

    public static Buckets gaps() {
        return buckets(10, 300, 30,
                i -> i > 90 && i < 120 || i == 200 || i > 220 && i % 2 == 0 && i < 240 ? Double.NaN : 5e3 + 10 * i,
                0.4);
    }

    public static Buckets constant(double value, int buckets) {
        return buckets(11, buckets, 118.4, i -> value, 0);
    }

    public static Figure scatter() {
        Random r = new Random(3);
        int n = 20000;
        double[] x = IntStream.range(0, n).mapToDouble(i -> i * 0.01).toArray();
        double[] y = Arrays.stream(x)
                .map(v -> 3e-6 + 1e-6 * Math.sin(v / 20) + Math.abs(r.nextGaussian()) * 2e-6)
                .toArray();
        double[] smooth = Arrays.stream(x).map(v -> 3e-6 + 1e-6 * Math.sin(v / 20)).toArray();
        double[] low = Arrays.stream(smooth).map(v -> v - 0.5e-6).toArray();
        double[] high = Arrays.stream(smooth).map(v -> v + 0.5e-6).toArray();
        return Figure.titled("Offset of node B against node A")
                .label("simulated clocks, 200 s, one exchange per 10 ms")
                .x(Scale.linear("wall time (s)"))
                .add(Panel.of("offset", Scale.linear("").si("s"))
                        .points("exchanges", x, y, Ink.SKY)
                        .band("±1 σ", x, low, high, Ink.ORANGE)
                        .line("fit", x, smooth, Ink.ORANGE)
                        .level(5e-6, "sampling period / 2", Ink.BLACK)
                        .rule(120, "frequency step", Ink.BLACK));
    }

    public static Figure distributions() {
        Random r = new Random(4);
        double[] a = IntStream.range(0, 5000).mapToDouble(i -> 1e-6 * Math.exp(r.nextGaussian())).toArray();
        double[] b = IntStream.range(0, 5000).mapToDouble(i -> 3e-6 * Math.exp(1.5 * r.nextGaussian())).toArray();
        double[] edges = IntStream.rangeClosed(0, 50).mapToDouble(i -> 1e-8 * Math.pow(10, i / 10.0)).toArray();
        double[] counts = new double[50];
        for (double v : a) {
            int k = (int) Math.floor(Math.log10(v / 1e-8) * 10);
            if (k >= 0 && k < 50) {
                counts[k]++;
            }
        }
        Scale delay = Scale.log("error").si("s");
        double[] rows = {0, 1, 2, 3};
        double[] mid = {1.034, 0.99, 1.2, 1.0};
        double[] lo = {1.032, 0.95, 1.05, 0.999};
        double[] hi = {1.037, 1.04, 1.34, 1.001};
        return Figure.titled("Distributions and comparisons")
                .columns(2)
                .note("Six panels, each with its own axes.")
                .add(Panel.of("error, two methods", Scale.linear("share of exchanges"))
                        .x(delay)
                        .cdf("minimum delay", a, Ink.BLUE)
                        .cdf("all exchanges", b, Ink.ORANGE))
                .add(Panel.of("error", Scale.linear("exchanges").startingAtZero())
                        .x(delay)
                        .histogram("", edges, counts, Ink.BLUE))
                .add(Panel
                        .of("B against A",
                                Scale.names("", List.of("wall time", "page faults", "context switches", "task clock")))
                        .x(Scale.linear("ratio B/A"))
                        .rowIntervals("", rows, mid, lo, hi, Ink.BLUE)
                        .rule(1, "", Ink.GREY))
                .add(Panel.of("error by number of exchanges", Scale.log("").si("s"))
                        .x(Scale.log("exchanges"))
                        .intervals("median, 10-90 %", new double[]{10, 30, 100, 300, 1000, 3000},
                                new double[]{8e-6, 5e-6, 2.5e-6, 1.6e-6, 9e-7, 5e-7},
                                new double[]{4e-6, 2e-6, 1.1e-6, 7e-7, 4e-7, 2e-7},
                                new double[]{2e-5, 1e-5, 6e-6, 4e-6, 2e-6, 1e-6}, Ink.BLUE))
                .add(Panel.of("predicted and measured", Scale.linear("s").startingAtZero())
                        .x(Scale.names("", List.of("cg.B.4", "cg.B.8", "lu.B.4", "lu.B.8", "bt.B.4")))
                        .bars(List.of("measured", "predicted", "signature"),
                                new double[][]{{10, 6, 31, 17, 44}, {10.2, 5.7, 30, 17.4, Double.NaN},
                                        {1, .7, 2, 1, 3}}))
                .add(Panel.of("16 ranks, rank 5 picked", Scale.linear("instructions/s").startingAtZero().si(""))
                        .x(Scale.linear("time (s)"))
                        .picked(IntStream.range(0, 400).mapToDouble(i -> i / 40.0).toArray(), ranks(), 5, "rank 5",
                                "other 15 ranks"));
    }

    private static double[][] ranks() {
        double[][] out = new double[16][400];
        for (int k = 0; k < 16; k++) {
            for (int i = 0; i < 400; i++) {
                out[k][i] = 1e9
                        * (1 + 0.3 * Math.sin(i / 20.0 + (k == 5 ? 1.5 : k * 0.02)) + 0.02 * Math.sin(i * (k + 3)));
            }
        }
        return out;
    }

    /** Returns phases of {@code ranks} ranks: {@code perRank} intervals each, whose lengths vary between ranks. */
    public static Strip strip(int ranks, int perRank, int kinds, double seconds) {
        Random r = new Random(5);
        int n = ranks * perRank;
        int[] row = new int[n];
        int[] kind = new int[n];
        double[] start = new double[n];
        double[] end = new double[n];
        int i = 0;
        for (int k = 0; k < ranks; k++) {
            double at = r.nextDouble() * seconds / perRank / 2;
            for (int j = 0; j < perRank; j++, i++) {
                row[i] = k;
                kind[i] = j % 17 == 16 ? -1 : Math.min(kinds - 1, (j * 7 / 5) % (kinds + 2));
                start[i] = at;
                at += seconds / perRank * (0.6 + 0.7 * r.nextDouble());
                end[i] = Math.min(seconds, at - (j % 3 == 0 ? 0.1 * seconds / perRank : 0));
                start[i] = Math.min(start[i], end[i]);
            }
        }
        List<String> names = IntStream.range(0, kinds).mapToObj(p -> "P" + p).toList();
        return new Strip(row, start, end, kind, names);
    }

    public static List<String> rankNames(int n) {
        return IntStream.range(0, n).mapToObj(i -> "rank " + i).toList();
    }

    public static Figure gantt(int ranks, int perRank, int kinds) {
        double[][] values = new double[ranks][300];
        for (int k = 0; k < ranks; k++) {
            for (int i = 0; i < 300; i++) {
                values[k][i] = k == 3 && i > 200 && i < 240 ? Double.NaN : Math.sin(i / 30.0 + k * 0.1) + 1 + k * 0.02;
            }
        }
        Strip strip = strip(ranks, perRank, kinds, 60);
        double[] t = IntStream.range(0, 600).mapToDouble(i -> i / 10.0).toArray();
        double[] v = Arrays.stream(t).map(s -> 2e9 + 1e9 * Math.sin(s / 3)).toArray();
        return Figure.titled("Phases of cg.B." + ranks)
                .label("NPB 3.4 cg class B, " + ranks + " ranks on 4 nodes")
                .provenance("clocks aligned to ± 3.1 µs · " + phases(3e9).mean().length + " buckets")
                .x(Scale.linear("time since MPI_Init (s)"))
                .add(Panel.of("phases", Scale.names("", rankNames(ranks))).strip(strip))
                .add(Panel.of("rank 0", Scale.linear("instructions/s").startingAtZero().si(""))
                        .spans(strip(1, perRank, kinds, 60))
                        .line("", t, v, Ink.BLUE))
                .add(Panel.of("message volume", Scale.names("", rankNames(ranks)))
                        .heat(new Heat(values, 0, 0.2, "B/s")));
    }

    public static Figure sixteen() {
        return run(IntStream.range(0, 16).mapToObj(i -> phases(Math.pow(10, i))).toArray(Buckets[]::new));
    }

    /** Returns a figure whose texts are all too long to fit. */
    public static Figure withLongTexts() {
        return Figure.titled(LONG)
                .label(LONG + LONG)
                .provenance(LONG + " · Linux · PMU")
                .x(Scale.linear("task running time (s)"))
                .add(rates(LONG, phases(1)))
                .note(LONG)
                .note(LONG);
    }

    public static final String LONG = "a very long label that says everything about "
            + "/opt/benchmarks/with/a/very/long/path/that/"
            + "cannot/be/broken/anywhere/because/it/has/no/space/in/it/and/goes/on/and/on/beyond/the/right/edge/of/the/"
            + "image <b>&amp; \u0007 \"quotes\" \ud800 and then words words words words words words words words ";
}
