package runbench.report.text;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import runbench.base.quantity.Durations;
import runbench.base.quantity.Numbers;
import runbench.base.quantity.Printable;
import runbench.base.quantity.Units;
import runbench.base.stats.Statistics;
import runbench.pas2p.checkpoint.CheckpointSignature;
import runbench.pas2p.signature.MeasuredSignature;
import runbench.pas2p.signature.Signature;
import runbench.pas2p.signature.SignedLevel;

/** Prints a signature on a terminal. */
public final class SignatureText {
    private SignatureText() {
    }

    public static void print(PrintWriter out, Signature s) {
        Signature.Program p = s.program();
        out.printf("signature of %s, %s%s, %s%n", String.join(" ", p.command()), Units.counted(s.ranks(), "rank"),
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
                "%d occurrences to measure for an error of +-%s with %s confidence; the program runs for %s of its "
                        + "time (%s of %s)%n",
                s.measure().size(), Units.percent(s.errorWanted()), Units.percent(s.confidence()),
                Units.percent(s.runShare()), seconds(s.trace().prefixS()), seconds(s.trace().teaS()));
        if (s.repeated() != null && s.repeated().stopContents() != null) {
            long known = s.repeated().stopContents().stream().filter(Objects::nonNull).count();
            out.printf(
                    "compared with %d further run%s; the stop is identified by its preceding events on %d of %d "
                            + "ranks%s%n",
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

    /** Prints the measurements of a signature. */
    public static final class MeasuredSignatureText {
        private MeasuredSignatureText() {
        }

        public static void print(PrintWriter out, MeasuredSignature m, Path folder) {
            Signature s = m.signature();
            out.printf("measured %d of %d occurrences of %s%s; %s; the command took %s%n", m.samples().size(),
                    s.measure().size(), Units.counted(s.ranks(), "rank"),
                    m.hosts().isEmpty() ? "" : " on " + String.join(", ", m.hosts()), end(m), seconds(m.wallS()));
            List<String[]> rows = new ArrayList<>();
            rows.add(TextTable.row("phase", "measured", "mean", "deviation", "in the trace", "compute", "MPI"));
            for (int p = 0; p < s.phases().size(); p++) {
                for (Signature.Stratum stratum : s.phases().get(p).strata()) {
                    row(rows, m, p, stratum);
                }
            }
            out.println();
            out.println(TextTable.text(rows));
            out.println();
            CheckpointText.restored(out, m);
            m.differences().forEach(d -> out.println((m.forced() ? "FORCED: " : "differs: ") + d));
            m.missing()
                    .stream()
                    .limit(1)
                    .forEach(x -> out.printf("missing: occurrence %,d of %s%s: %s%n", x.occurrence() + 1,
                            s.phases().get(x.phase()).label(),
                            m.missing().size() == 1 ? "" : String.format(" and %,d more", m.missing().size() - 1),
                            x.why()));
            if (m.clock() != null && m.clock().hosts() > 1) {
                out.printf(
                        "note: %d hosts with unsynchronised clocks: times use the clock of %s, with an error of up to "
                                + "%s per occurrence%s%n",
                        m.clock().hosts(), m.clock().host(), seconds(m.clock().occurrenceErrorS()),
                        m.clock().errorS() == null ? "" : " and " + seconds(m.clock().errorS()) + " until the stop");
            }
            m.remarks().forEach(r -> out.println("note: " + r));
            out.println("next: runbench pas2p predict " + folder);
        }

        private static void row(List<String[]> rows, MeasuredSignature m, int phase, Signature.Stratum stratum) {
            List<MeasuredSignature.Sample> samples = m.samples()
                    .stream()
                    .filter(x -> x.phase() == phase && x.stratum() == stratum.id())
                    .toList();
            if (samples.isEmpty()) {
                return;
            }
            Signature.SignedPhase signed = m.signature().phases().get(phase);
            double[] measured = samples.stream().mapToDouble(MeasuredSignature.Sample::measuredS).toArray();
            double compute = samples.stream().mapToDouble(MeasuredSignature.Sample::computeS).sum();
            double mpi = samples.stream().mapToDouble(MeasuredSignature.Sample::mpiS).sum();
            rows.add(TextTable.row(signed.label() + (signed.strata().size() == 1 ? "" : "." + (stratum.id() + 1)),
                    samples.size(), seconds(Statistics.mean(measured)),
                    samples.size() == 1 ? "-" : seconds(Statistics.deviation(measured)),
                    seconds(samples.stream().mapToDouble(MeasuredSignature.Sample::traceS).average().orElseThrow()),
                    Units.percent(compute / (compute + mpi)), Units.percent(mpi / (compute + mpi))));
        }

        private static String end(MeasuredSignature m) {
            return m.restored() != null
                    ? "a checkpoint signature, restored before each of " + m.restored().size() + " phases"
                    : m.completedS() != null ? "the program completed in " + seconds(m.completedS())
                            : m.stopped() ? "stopped as planned, " + seconds(m.stopS()) + " after MPI_Init"
                                    : "the program did not reach its stop";
        }

        private static String seconds(double s) {
            return Durations.fourDigits(s * 1e9);
        }
    }

    /** Prints a checkpoint signature: the copied processes and the cost of restoring them. */
    public static final class CheckpointText {
        private CheckpointText() {
        }

        public static void print(PrintWriter out, CheckpointSignature c, Path folder) {
            out.printf(
                    "checkpoint signature: %s, %d ranks, copied before %d phases on %s (%s, Linux %s) by CRIU %s in "
                            + "%s%n",
                    Printable.line(String.join(" ", c.command())), c.signature().ranks(), c.checkpoints().size(),
                    c.machine().host(), c.machine().cpu(), c.machine().kernel(), c.criu(), seconds(c.buildS()));
            List<String[]> rows = new ArrayList<>();
            rows.add(TextTable.row("phase", "measures", "warm-up", "processes", "their files", "stopped for"));
            for (CheckpointSignature.Checkpoint one : c.checkpoints()) {
                rows.add(TextTable.row(label(c.signature(), one.window().phase()), one.window().measure().size(),
                        one.window().warmUp(), bytes(one.imageBytes()), bytes(one.copiedBytes()),
                        seconds(one.dumpS())));
            }
            out.println();
            out.println(TextTable.text(rows));
            out.println();
            out.printf(
                    "required on the target: %d identical files (SHA-256), the folders %s, a processor with the same "
                            + "features%n",
                    c.needed().size(), String.join(", ", c.folders()));
            c.differences().forEach(d -> out.println((c.forced() ? "FORCED: " : "differs: ") + d));
            c.remarks().forEach(r -> out.println("note: " + r));
            out.println("next: runbench pas2p signature restore " + folder + " -o MEASURED");
        }

        /** Prints the cost of restoring after the measurements; nothing if the run was not restored. */
        static void restored(PrintWriter out, MeasuredSignature m) {
            if (m.restored() == null) {
                return;
            }
            List<String[]> rows = new ArrayList<>();
            rows.add(TextTable.row("phase", "restored", "time", "warm-up", "warm-up and phase", "until the end",
                    "processes", "their files"));
            for (MeasuredSignature.Restored r : m.restored()) {
                rows.add(TextTable.row(label(m.signature(), r.phase()), r.complete() ? "yes" : "failed",
                        seconds(r.restoreS()), seconds(r.warmUpS()), seconds(r.phaseS()), seconds(r.wallS()),
                        bytes(r.imageBytes()), bytes(r.copiedBytes())));
            }
            out.println(TextTable.text(rows));
            out.println();
        }

        private static String label(Signature s, int phase) {
            return s.phases().isEmpty() ? Integer.toString(phase + 1) : s.phases().get(phase).label();
        }

        private static String bytes(long n) {
            return Numbers.si(n, 3, "B");
        }

        private static String seconds(Double s) {
            return s == null ? "-" : Durations.fourDigits(s * 1e9);
        }
    }
}
