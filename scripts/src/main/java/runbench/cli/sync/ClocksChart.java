package runbench.cli.sync;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import runbench.plotter.export.Charts;
import runbench.plotter.panel.Figure;
import runbench.plotter.panel.Panel;
import runbench.plotter.panel.Scale;
import runbench.plotter.theme.Ink;
import runbench.sync.clock.Costs;
import runbench.sync.clock.Frequency;
import runbench.sync.clock.SourceReport;

/** Histograms of what each source costs, as the multi-core paper's figure 3 has them. */
final class ClocksChart {
    private static final int BINS = 60;

    private ClocksChart() {
    }

    static void write(List<SourceReport> sources, double hertz, List<Frequency> raw, List<Frequency> byCall, Path file) {
        Figure figure = Figure.titled("What reading the time costs").columns(2)
                .label("each sample is the mean of 16 successive reads; the slowest 1 % lie outside the bars");
        for (SourceReport s : sources) {
            if (s.absent() != null) {
                figure.note(s.absent());
                continue;
            }
            figure.add(panel(s, hertz));
        }
        if (!raw.isEmpty()) {
            figure.add(frequency(raw, byCall));
        }
        save(figure, file);
    }

    /** How well an interval tells the counter's frequency: claimed, and the paper's 1e-6 after 10 s. */
    private static Panel frequency(List<Frequency> raw, List<Frequency> byCall) {
        double[] paper = byCall.stream().mapToDouble(f -> Frequency.paperError(f.seconds()) * 1e6).toArray();
        return Panel.of("TSC frequency: error", Scale.log("ppm")).x(Scale.log("interval, s")).height(110)
                .remark("formulas 2 to 4: falls with the interval")
                .line("by RAW", seconds(raw), errors(raw), Ink.BLUE)
                .line("by gettimeofday", seconds(byCall), errors(byCall), Ink.ORANGE)
                .line("the paper's, with messages", seconds(byCall), paper, Ink.GREY)
                .level(1, "1e-6", Ink.GREY);
    }

    private static double[] seconds(List<Frequency> all) {
        return all.stream().mapToDouble(Frequency::seconds).toArray();
    }

    private static double[] errors(List<Frequency> all) {
        return all.stream().mapToDouble(f -> f.relativeError() * 1e6).toArray();
    }

    static void save(Figure figure, Path file) {
        if (file.toString().toLowerCase(Locale.ROOT).endsWith(".svg")) {
            Charts.writeSvg(figure, file);
        } else {
            Charts.writePng(figure, file);
        }
    }

    private static Panel panel(SourceReport s, double hertz) {
        Costs c = s.warm();
        double room = Math.max(1, 0.05 * (c.quantile(0.99) - c.min()));
        double lo = Math.max(0, c.min() - room);
        double hi = c.quantile(0.99) + room;
        double[] edges = new double[BINS + 1];
        double[] share = new double[BINS];
        for (int i = 0; i <= BINS; i++) {
            edges[i] = (lo + (hi - lo) * i / BINS) * 1e9 / hertz;
        }
        for (double v : c.sorted()) {
            int bin = (int) ((v - lo) / (hi - lo) * BINS);
            if (bin >= 0 && bin < BINS) {
                share[bin] += 100.0 / c.sorted().length;
            }
        }
        return Panel.of(s.name(), Scale.linear("% of reads").startingAtZero())
                .x(Scale.linear("ns a read")).height(110)
                .remark(String.format(Locale.ROOT, "median %.1f ns, %.0f cycles; step %.0f ns", c.quantile(0.5) * 1e9 / hertz,
                        c.quantile(0.5), s.stepNanos()))
                .histogram("", edges, share, Ink.BLUE);
    }
}
