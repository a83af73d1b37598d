package runbench.parser.export;

import runbench.parser.record.EventInfo;
import runbench.parser.stats.RunSummary;

/** The gnuplot script beside a .dat file: on the screen as it is, a PNG when asked for. */
final class GnuplotScript {
    /** Beyond this many points their marks cover one another and only cost time. */
    private static final long MARKED_SAMPLES = 20_000;

    private GnuplotScript() {
    }

    static String text(String stem, EventInfo event, RunSummary summary) {
        boolean instructions = summary.axis().equals("instructions");
        String damage = summary.damage() == null ? "" : "\\nincomplete recording: " + summary.samples() + " samples kept";
        return """
                # gnuplot -p %1$s.plt                   shows the chart
                # gnuplot -e png=1 %1$s.plt             writes %1$s.png
                if (exists("png")) set terminal pngcairo size 1272,384 noenhanced; set output "%1$s.png"
                set title "%2$s\\n%3$s, period %4$s%5$s" noenhanced
                set xlabel "%6$s" noenhanced
                set ylabel "%7$s per period" noenhanced
                set key noenhanced
                set grid
                set autoscale fix
                plot "%1$s.dat" using 1:2 title "%3$s" with %8$s
                """.formatted(stem, quoted(Exports.title(summary)), quoted(event.name() + " (" + event.countedAs() + ")"),
                period(summary), damage, instructions ? "Instructions (10^6)" : "Running time, t (s)",
                quoted(event.unit().isEmpty() ? "count" : event.unit()),
                summary.samples() <= MARKED_SAMPLES ? "linespoints" : "lines");
    }

    private static String period(RunSummary summary) {
        long ns = summary.periodNs();
        if (summary.axis().equals("instructions")) {
            return ns + " instructions";
        }
        return ns % 1_000_000_000 == 0 ? ns / 1_000_000_000 + " s" : ns % 1_000_000 == 0 ? ns / 1_000_000 + " ms"
                : ns / 1e3 + " us";
    }

    private static String quoted(String s) {
        return GnuplotData.oneLine(s).replace("\\", "\\\\").replace("\"", "\\\"").replace("`", "'");
    }
}
