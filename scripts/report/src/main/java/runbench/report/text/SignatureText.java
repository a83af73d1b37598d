package runbench.report.text;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import runbench.base.quantity.Durations;
import runbench.base.quantity.Units;
import runbench.pas2p.signature.Signature;
import runbench.pas2p.signature.SignedLevel;

/** Prints a signature on a terminal. */
public final class SignatureText {
    private SignatureText() {
    }

    public static void print(PrintWriter out, Signature s) {
        Signature.Program p = s.program();
        out.printf("signature of %s, %d ranks%s, %s%n", String.join(" ", p.command()), s.ranks(),
                s.threadsMultiple() ? " and " + (s.locations().size() - s.ranks()) + " further threads" : "", s.mpi());
        out.printf("traced on %s in %s; %s ran %s; %s of it in relevant phases (%s)%n", s.made().host(),
                s.made().trace(), p.executable().isEmpty() ? "it" : p.executable(), seconds(s.trace().teaS()),
                Units.percent(s.trace().coveredS() / s.trace().teaS()), level(s.trace().level()));
        out.printf("identified by SHA-256: %s, %d libraries, %d inputs%s%n",
                p.sha256() == null ? "not the program" : "program " + p.sha256().substring(0, 12) + "...",
                p.libraries().size(), p.inputs().size(), p.digestReason() == null ? "" : " (" + p.digestReason() + ")");
        List<String[]> rows = new ArrayList<>();
        rows.add(TextTable.row("phase", "weight", "of the run", "mean", "deviation", "wanted", "measured",
                "  activity of the ranks"));
        for (Signature.SignedPhase phase : s.phases()) {
            for (Signature.Stratum c : phase.strata()) {
                boolean one = phase.strata().size() == 1;
                rows.add(TextTable.row(phase.label() + (one ? "" : "." + (c.id() + 1)),
                        String.format(Locale.ROOT, "%,d", c.weight()), Units.percent(c.traceS() / s.trace().teaS()),
                        seconds(c.meanS()), seconds(c.deviationS()), c.wanted(), c.obtainedWithin(),
                        "  " + (one || c.id() == 0 ? phase.description()
                                : "as above, " + seconds(c.fromS()) + " to " + seconds(c.toS()))));
            }
        }
        out.println();
        out.println(TextTable.text(rows));
        out.println();
        out.printf(
                "%d occurrences to measure for an error of +-%s with %s confidence; the program runs for %s of its time (%s of %s)%n",
                s.measure().size(), Units.percent(s.errorWanted()), Units.percent(s.confidence()),
                Units.percent(s.runShare()), seconds(s.trace().prefixS()), seconds(s.trace().teaS()));
        if (s.repeated() != null && s.repeated().stopContents() != null) {
            long known = s.repeated().stopContents().stream().filter(Objects::nonNull).count();
            out.printf(
                    "compared with %d further run%s; the stop is identified by its preceding events on %d of %d ranks%s%n",
                    s.tracedRuns() - 1, s.tracedRuns() == 2 ? "" : "s", known, s.ranks(),
                    known == s.ranks() ? "" : ", on the others by the number of events");
        }
        s.warnings().forEach(w -> out.println("note: " + w));
    }

    private static String level(String level) {
        return switch (level) {
            case SignedLevel.PHASES -> "phases of the trace";
            case SignedLevel.TOP -> "top: the iteration and the phases outside it";
            default -> "phases of " + level;
        };
    }

    private static String seconds(double s) {
        return Durations.fourDigits(s * 1e9);
    }
}
