package runbench.parser.export;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import runbench.parser.record.EventInfo;
import runbench.parser.series.Period;
import runbench.parser.series.Period.PeriodFlag;
import runbench.parser.series.Periods;
import runbench.parser.series.SeriesReport.CountEstimate;
import runbench.parser.stats.EventSummary;

/**
 * One event in the columns of the reference project, {@code t(s) diff total dt(ms)}. Lines that the reference project
 * discards are kept as comments after "# ", with the reason; gnuplot skips them. The rest of a task after its last
 * sample is also a comment line. With these lines the differences add up to the total.
 */
final class GnuplotData implements AutoCloseable {
    private final int event;
    private final EventInfo info;
    private final String title;
    private final String damage;
    private final boolean instructions;
    private final TextSink out;
    private final String begun;

    GnuplotData(Periods periods, int event, Path file) {
        this.event = event;
        info = periods.events().get(event);
        title = Exports.title(periods.recording().metadata());
        damage = periods.recording().damage().map(d -> "# " + oneLine(d.words()) + "\n").orElse("");
        instructions = periods.recording().metadata().countsInstructions();
        out = new TextSink(file);
        // The final basis of the count is known only after the last period; it is nearly always this one.
        begun = heading(new CountEstimate(Double.NaN, Double.NaN, periods.shareMeasured(info.group()), 0));
        out.text(begun);
    }

    private String heading(CountEstimate estimate) {
        return "# " + oneLine(title) + "; " + oneLine(info.name()) + " (" + info.countedAs()
                + (estimate.estimated() ? "; estimated, " + EventSummary.reason(estimate) : "") + ")\n" + damage
                + (instructions ? "# instructions(10^6) diff total period(10^6)\n" : "# t(s) diff total dt(ms)\n");
    }

    static String oneLine(String s) {
        return s.replaceAll("\\p{Cntrl}+", " ");
    }

    /**
     * Writes the end of the file, after the last period.
     *
     * @param estimate final estimate of the event's count
     */
    void finish(CountEstimate estimate) {
        String heading = heading(estimate);
        if (heading.equals(begun)) {
            out.close();
        } else {
            out.closeReplacing(begun.getBytes(StandardCharsets.UTF_8).length, heading);
        }
    }

    @Override
    public void close() {
        out.close();
    }

    void line(Period p) {
        if (p.group() != info.group()) {
            return;
        }
        boolean whole = p.shareMeasured() == 1;
        boolean measured = p.has(event);
        String aside = p.is(PeriodFlag.CLOSE) ? " close"
                : p.is(PeriodFlag.REPEATED) ? " repeated"
                        : p.is(PeriodFlag.IRREGULAR) ? " irregular" : measured ? "" : " not measured";
        if (!aside.isEmpty()) {
            out.text("# ");
        }
        out.fixed(instructions ? p.runNanos() : (p.runNanos() + 500) / 1000, 6);
        out.character(' ');
        if (measured) {
            out.number(whole ? p.count(event) : Math.round(p.estimate(event)));
        } else {
            out.character('-');
        }
        out.character(' ');
        out.number(Math.round(p.estimatedTotal(event)));
        out.character(' ');
        if (instructions) {
            out.fixed(p.runDeltaNanos(), 6);
        } else {
            out.fixed((p.runDeltaNanos() + 50) / 100, 4);
        }
        if (!aside.isEmpty()) {
            out.text(aside);
        }
        out.character('\n');
    }
}
