package runbench.plotter.render.html;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import runbench.plotter.figure.Strip;
import runbench.plotter.render.html.Page.PageCard;
import runbench.plotter.render.html.Page.PageClocks;
import runbench.plotter.render.html.Page.PageFact;
import runbench.plotter.render.html.Page.PageFinding;
import runbench.plotter.render.html.PageMetric.Spread;
import runbench.plotter.render.html.PageSeries.Lane;
import runbench.plotter.render.html.PageSeries.Stays;

/** Example pages with synthetic runs: synchronous ranks, one of them slow, one with lost samples. */
final class PageExamples {
    static final double SECONDS = 1000;
    static final int SLOW = 5;

    private PageExamples() {
    }

    /** Returns a page with as many bins as samples of 10 ms, at most 8192, as the report module creates it. */
    static Page page(int ranks, int samples, int bins) {
        PageSeries series = series(ranks, samples, bins);
        List<List<PageTable.Cell>> rows = new ArrayList<>();
        for (int p = 0; p < series.phases().ids().size(); p++) {
            rows.add(List.of(PageTable.Cell.of(series.phases().ids().get(p)),
                    new PageTable.Cell(String.valueOf(12.5 + p), 0.9 - 0.2 * p),
                    PageTable.Cell.of("0." + (9 - p) + "21"), PageTable.Cell.of("rank " + SLOW)));
        }
        PageTable phases = new PageTable("Phases", "Click a row to see one phase alone.", List.of(0, 1, 2),
                List.of(new PageTable.Column("phase", false), new PageTable.Column("time (s)", true),
                        new PageTable.Column("balance", true), new PageTable.Column("critical rank", false)),
                rows);
        PageTable functions = new PageTable("Functions", "", List.of(0, 1, 1, -1), true,
                List.of(new PageTable.Column("phase", false), new PageTable.Column("function", false)),
                IntStream.of(0, 1, 1, -1)
                        .mapToObj(p -> List.of(PageTable.Cell.of(p < 0 ? "all" : series.phases().ids().get(p)),
                                PageTable.Cell.of("compute")))
                        .toList());
        return new Page("lammps on " + ranks + " ranks", "4 hosts · Linux 6.12 · 10 ms · 31 January 2026 02:10 UTC",
                List.of(new PageCard("wall time", "1\u2009000 s", "one run"),
                        new PageCard("instructions per cycle", "1.42", "median of ranks"),
                        new PageCard("samples", String.valueOf(ranks * samples), "none lost"),
                        new PageCard("clocks", "± 1.2 µs", "worst interval")),
                List.of(new PageFinding(
                        "Rank 5 ran 18 % fewer instructions per cycle than the others from 400 s to 500 s.", 400, 500,
                        SLOW, 0), PageFinding.ofAll("Rank 2 lost 120 samples.", 2, -1)),
                series, clocks(ranks), stays(ranks), List.of(phases, functions),
                List.of(new PageFact("command", "mpirun -np " + ranks + " lmp -in in.lj")), List.of("A note."));
    }

    /**
     * Returns a page of one run with several curves. 80 % of the samples are between 0.8 and 1.25 of the mean.
     */
    static Page oneRun(int curves, int bins) {
        Random random = new Random(9);
        List<PageMetric> metrics = IntStream.range(0, curves).mapToObj(m -> {
            double[][][] planes = new double[6][1][bins];
            for (int b = 0; b < bins; b++) {
                double mean = 1e9 * (1 + (b * 40 / bins) % 2) * (0.97 + 0.06 * random.nextDouble());
                double[] factors = {1, 0.5, 2, 0.98, 0.8, 1.25};
                for (int p = 0; p < planes.length; p++) {
                    planes[p][0][b] = b == 7 ? Double.NaN : mean * factors[p] * (0.99 + 0.02 * random.nextDouble());
                }
            }
            return new PageMetric("event-" + m, "1/s", "", PageMetric.Kind.RATE, planes[0], planes[1], planes[2],
                    new Spread(planes[4], planes[3], planes[5]));
        }).toList();
        PageSeries series = new PageSeries("task running time", "s", 0, SECONDS / bins, SECONDS,
                List.of(new Lane("run", "", "")), metrics, PagePhases.NONE);
        return new Page("403.gcc", "one machine", List.of(new PageCard("wall time", "1\u2009000 s", "one run")),
                List.of(new PageFinding("Half of all event-0 fall into 5 % of the run.", 100, 150, -1, 0)), series,
                PageClocks.ONE, List.of(), List.of(),
                List.of(new PageFact("beside this page", "samples.rec", "samples.rec")), List.of(), "c0ffee");
    }

    /** Returns the clocks of four hosts with four ranks each; the last clock has no guaranteed bound. */
    private static PageClocks clocks(int ranks) {
        double[] at = IntStream.rangeClosed(0, 32).mapToDouble(i -> i * SECONDS / 32).toArray();
        List<PageClocks.Host> hosts = IntStream.range(1, Math.max(2, ranks / 4))
                .mapToObj(h -> new PageClocks.Host("n" + h, at, DoubleStream.of(at).map(t -> 2e-7 * h).toArray(),
                        DoubleStream.of(at)
                                .map(t -> h == 3 ? Double.NEGATIVE_INFINITY : -1e-6 * h * (0.3 + t / SECONDS))
                                .toArray(),
                        DoubleStream.of(at)
                                .map(t -> h == 3 ? Double.POSITIVE_INFINITY : 1.2e-6 * h * (0.3 + t / SECONDS))
                                .toArray()))
                .toList();
        return new PageClocks("n0", 5e-3, hosts);
    }

    /** Returns durations: about 14 occurrences of 24 s per rank in the first two phases, none for the third. */
    private static List<Stays> stays(int ranks) {
        Random random = new Random(5);
        return IntStream.range(0, 2)
                .mapToObj(p -> new Stays(p, 10, 0.02,
                        IntStream.range(0, ranks)
                                .mapToObj(r -> IntStream.range(0, 40)
                                        .map(b -> Math.abs(b - 19) < 5 ? random.nextInt(4) : 0)
                                        .toArray())
                                .toArray(int[][]::new),
                        IntStream.range(0, ranks).mapToDouble(r -> 24 + 0.1 * r).toArray()))
                .toList();
    }

    /** Returns a page of one run over wall time, with phases and states, and over 400 s of running time. */
    static Page overBothAxes() {
        PageSeries wall = series(1, 10_000, 200);
        PageSeries running = series(1, 10_000, 100);
        int[][] states = {IntStream.range(0, 200).map(b -> 1 + b / 20 % 2).toArray()};
        PageSeries both = new PageSeries("wall time", "s", 0, wall.binWidth(), wall.end(), wall.lanes(), wall.metrics(),
                wall.phases(), new PagePhases(List.of("running", "waiting"), new int[]{0, 1}, false, states),
                new PageSeries("task running time", "s", 0, 4, 400, wall.lanes(), running.metrics(), PagePhases.NONE));
        return new Page("sleeper", "", List.of(), List.of(), both, PageClocks.ONE, List.of(), List.of(), List.of(),
                List.of());
    }

    static PageSeries series(int ranks, int samples, int bins) {
        String[] names = {"instructions per cycle", "instructions", "page faults"};
        String[] units = {"", "1/s", "1/s"};
        double[] sizes = {1.4, 3.1e9, 2000};
        double width = SECONDS / bins;
        List<PageMetric> metrics = IntStream.range(0, names.length)
                .mapToObj(m -> metric(names[m], units[m], m, sizes[m], ranks, samples, bins))
                .toList();
        int[] row = new int[40];
        double[] from = IntStream.range(0, 40).mapToDouble(i -> i * 25.0).toArray();
        double[] to = IntStream.range(0, 40).mapToDouble(i -> i * 25.0 + 24).toArray();
        int[] kind = IntStream.range(0, 40).map(i -> i % 3).toArray();
        List<Lane> lanes = IntStream.range(0, ranks)
                .mapToObj(r -> new Lane("rank " + r, "n" + r / 4,
                        r == ranks - 1 && ranks > 8 ? "its clock was not measured" : ""))
                .toList();
        return new PageSeries("time since the start of the run", "s", 0, width, SECONDS, lanes, metrics,
                PagePhases.of(new Strip(row, from, to, kind, List.of("P1", "P2", "P3")), 1, 0, width, bins));
    }

    private static PageMetric metric(String name, String unit, int m, double size, int ranks, int samples, int bins) {
        double[][] mean = new double[ranks][bins];
        double[][] min = new double[ranks][bins];
        double[][] max = new double[ranks][bins];
        for (int r = 0; r < ranks; r++) {
            Random random = new Random(31L * m + r);
            for (int b = 0; b < bins; b++) {
                double t = SECONDS * b / bins;
                double level = size * (0.4 + 0.3 * ((int) (t / 25) % 3)) * (r == SLOW && t >= 400 && t < 500 ? 0.5 : 1);
                double sum = 0;
                double low = Double.POSITIVE_INFINITY;
                double high = 0;
                int n = Math.max(1, samples / bins);
                for (int s = 0; s < n; s++) {
                    double v = level * (0.85 + 0.3 * random.nextDouble()) * (random.nextInt(4000) == 0 ? 3 : 1);
                    sum += v;
                    low = Math.min(low, v);
                    high = Math.max(high, v);
                }
                boolean lost = r == 2 && t > 700 && t < 730;
                mean[r][b] = lost ? Double.NaN : sum / n;
                min[r][b] = lost ? Double.NaN : low;
                max[r][b] = lost ? Double.NaN : high;
            }
        }
        return new PageMetric(name, unit, "", m == 0 ? PageMetric.Kind.RATIO : PageMetric.Kind.RATE, mean, min, max);
    }
}
