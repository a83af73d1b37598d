package runbench.parser.export;

import runbench.parser.record.EventInfo;
import runbench.parser.series.Period;
import runbench.parser.series.PeriodFlag;
import runbench.parser.series.PeriodVisitor;
import runbench.parser.stats.EventSummary;
import runbench.parser.stats.RunSummary;

/**
 * One event in the columns of the reference project, {@code t(s) diff total dt(ms)}. Lines that it would have
 * discarded stand behind "# ", with the reason: nothing is lost, and gnuplot skips them. The rest of a task after its
 * last sample is such a line too; with these the differences add up to the total.
 */
final class GnuplotData implements PeriodVisitor {
    private final int event;
    private final EventInfo info;
    private final boolean instructions;
    private final TextSink out;

    GnuplotData(int event, EventInfo info, RunSummary summary, TextSink out) {
        this.event = event;
        this.info = info;
        this.out = out;
        instructions = summary.axis().equals("instructions");
        EventSummary about = summary.events().get(event);
        out.text("# " + oneLine(Exports.title(summary)) + "; " + oneLine(info.name()) + " (" + info.countedAs()
                + (about.status().equals("estimated") ? "; estimated, " + about.reason() : "") + ")\n");
        if (summary.damage() != null) {
            out.text("# " + oneLine(summary.damage().words()) + "\n");
        }
        out.text(instructions ? "# instructions(10^6) diff total period(10^6)\n" : "# t(s) diff total dt(ms)\n");
    }

    static String oneLine(String s) {
        return s.replaceAll("\\p{Cntrl}+", " ");
    }

    @Override
    public void period(Period p) {
        if (p.group() != info.group()) {
            return;
        }
        boolean whole = p.shareMeasured() == 1;
        boolean measured = p.has(event);
        String aside = p.is(PeriodFlag.CLOSE) ? " close" : p.is(PeriodFlag.REPEATED) ? " repeated"
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
