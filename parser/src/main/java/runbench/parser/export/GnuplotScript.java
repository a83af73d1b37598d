package runbench.parser.export;

import java.util.ArrayList;
import java.util.List;
import runbench.parser.record.EventInfo;
import runbench.parser.record.Metadata;
import runbench.parser.record.Recording;

/** The gnuplot script beside a .dat file: on the screen as it is, a PNG when asked for. */
final class GnuplotScript {
    /** Characters of a title line that 1272 pixels hold in the font below, capitals included. */
    private static final int LINE = 150;

    private GnuplotScript() {
    }

    /** @param samples periods of the recording, which the title tells where it is incomplete */
    static String text(String stem, EventInfo event, Recording recording, long samples) {
        Metadata metadata = recording.metadata();
        boolean instructions = metadata.countsInstructions();
        String damage = recording.damage().isEmpty() ? "" : "\nincomplete recording: " + samples + " samples kept";
        String title = Exports.title(metadata) + "\n" + event.name() + " (" + event.countedAs() + "), period "
                + period(metadata) + damage;
        return """
                # gnuplot -p %1$s.plt                   shows the chart
                # gnuplot -e png=1 %1$s.plt             writes %1$s.png
                if (exists("png")) set terminal pngcairo size 1272,384 noenhanced; set output "%1$s.png"
                set title "%2$s" noenhanced font ",10"
                set xlabel "%3$s" noenhanced
                set ylabel "%4$s per period" noenhanced
                unset key
                set grid
                set autoscale fix
                set yrange [0:*]
                # A line of the file stands at the end of its period: the step reaches back to the end of the one before.
                plot "%1$s.dat" using 1:2 notitle with fsteps
                """.formatted(stem, wrapped(title), instructions ? "Instructions (10^6)" : "Running time, t (s)",
                quoted(event.unit().isEmpty() ? "count" : event.unit()));
    }

    /** gnuplot breaks no lines: what is longer than the picture is wide would be cut. */
    private static String wrapped(String title) {
        List<String> lines = new ArrayList<>();
        for (String line : title.split("\n")) {
            String rest = GnuplotData.oneLine(line);
            while (rest.length() > LINE) {
                int space = rest.lastIndexOf(' ', LINE);
                int at = space > LINE / 2 ? space : LINE - (Character.isHighSurrogate(rest.charAt(LINE - 1)) ? 1 : 0);
                lines.add(quoted(rest.substring(0, at)));
                rest = rest.substring(at).strip();
            }
            lines.add(quoted(rest));
        }
        return String.join("\\n", lines);
    }

    private static String period(Metadata metadata) {
        long ns = metadata.periodNanos();
        if (metadata.countsInstructions()) {
            return ns + " instructions";
        }
        return ns % 1_000_000_000 == 0 ? ns / 1_000_000_000 + " s"
                : ns % 1_000_000 == 0 ? ns / 1_000_000 + " ms" : ns / 1e3 + " us";
    }

    private static String quoted(String s) {
        return GnuplotData.oneLine(s).replace("\\", "\\\\").replace("\"", "\\\"").replace("`", "'");
    }
}
