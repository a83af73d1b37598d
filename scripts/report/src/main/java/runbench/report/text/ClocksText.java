package runbench.report.text;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import runbench.base.quantity.Durations;
import runbench.sync.clock.Costs;
import runbench.sync.clock.Frequency;
import runbench.sync.clock.Skew;
import runbench.sync.clock.SourceReport;
import runbench.sync.session.ClockReport;
import runbench.sync.utc.UtcReading;

/** Prints the result of {@code runbench sync clocks} as tables. */
public final class ClocksText {
    private static final String[] COSTS = {"min", "p50", "mean", "p99", "max", "cold min", "cold p50", "cold max"};

    private ClocksText() {
    }

    public static void print(PrintWriter out, ClockReport report) {
        List<SourceReport> sources = report.sources();
        double hertz = report.hertz();
        out.println("cost of one read, cycles of the TSC");
        out.println(costs(sources, 1, "%.1f"));
        out.println();
        out.println("cost of one read, ns; measured resolution, ns; reads that went backwards");
        out.println(costs(sources, 1e9 / hertz, "%.1f"));
        sources.stream().filter(s -> s.absent() != null).forEach(s -> out.println(s.absent()));
        out.println();
        if (report.byRaw().isEmpty()) {
            out.println("TSC: no invariant TSC");
        } else {
            out.printf(Locale.ROOT,
                    "TSC frequency over an interval (formula 1) and its error (2 to 4); the clock tsc divides by %.0f Hz%n",
                    hertz);
            out.println(frequencies(report.byRaw(), report.byCall()));
        }
        for (Skew k : report.skews()) {
            out.printf(Locale.ROOT, "TSC of CPU %d minus CPU %d: %.1f ns, within [%.1f, %.1f]%n", k.cpu(), k.against(),
                    (k.loNanos() + k.hiNanos()) / 2, k.loNanos(), k.hiNanos());
        }
        UtcReading utc = report.utc().best();
        out.println(
                utc.synchronised()
                        ? String.format(Locale.ROOT, "UTC: %s; stated error +- %.1f us, bound %.1f us", utc.state(),
                                utc.errNanos() / 1e3, utc.boundNanos() / 1e3)
                        : "UTC: no time service synchronises this clock");
        out.println();
        out.println(Published.besides(sources, hertz));
    }

    private static String costs(List<SourceReport> sources, double unit, String form) {
        List<String[]> rows = new ArrayList<>();
        List<Object> header = new ArrayList<>(List.of("source"));
        header.addAll(List.of(COSTS));
        if (unit != 1) {
            header.addAll(List.of("step", "backward"));
        }
        rows.add(TextTable.row(header.toArray()));
        for (SourceReport s : sources) {
            List<Object> cells = new ArrayList<>(List.of(s.name()));
            if (s.absent() != null) {
                cells.add("absent");
            } else {
                Costs w = s.warm();
                for (double v : new double[]{w.min(), w.quantile(0.5), w.mean(), w.quantile(0.99), w.max()}) {
                    cells.add(String.format(Locale.ROOT, form, v * unit));
                }
                for (double q : new double[]{0, 0.5, 1}) {
                    cells.add(s.cold() == null ? "-" : String.format(Locale.ROOT, form, s.cold().quantile(q) * unit));
                }
                if (unit != 1) {
                    cells.add(Durations.nanos(s.stepNanos()));
                    cells.add(s.backward() + "/" + s.reads());
                }
            }
            rows.add(TextTable.row(cells.toArray()));
        }
        return TextTable.text(rows);
    }

    /**
     * Returns the table of frequencies. The last, longest interval with RAW is the most accurate; the other rows show
     * their deviation from it.
     */
    private static String frequencies(List<Frequency> raw, List<Frequency> byCall) {
        double best = raw.get(raw.size() - 1).hertz();
        List<String[]> rows = new ArrayList<>();
        rows.add(TextTable.row("interval s", "MHz by RAW", "+- ppm", "deviation ppm", "MHz by gettimeofday", "+- ppm",
                "deviation ppm", "published, with messages +- ppm"));
        for (int i = 0; i < raw.size(); i++) {
            Frequency r = raw.get(i);
            Frequency g = byCall.get(i);
            rows.add(TextTable.row(String.format(Locale.ROOT, "%.3f", r.seconds()), mega(r), ppm(r.relativeError()),
                    ppm(r.hertz() / best - 1), mega(g), ppm(g.relativeError()), ppm(g.hertz() / best - 1),
                    ppm(Frequency.paperError(g.seconds()))));
        }
        return TextTable.text(rows);
    }

    private static String mega(Frequency f) {
        return String.format(Locale.ROOT, "%.6f", f.hertz() / 1e6);
    }

    private static String ppm(double relative) {
        return String.format(Locale.ROOT, "%.3f", relative * 1e6);
    }
}
