package runbench.report.text;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import runbench.base.quantity.Durations;
import runbench.base.quantity.Units;
import runbench.pas2p.signature.MeasuredSignature;
import runbench.pas2p.signature.Signature;

/** Prints the measurements of a signature. */
public final class MeasuredSignatureText {
    private MeasuredSignatureText() {
    }

    public static void print(PrintWriter out, MeasuredSignature m, Path folder) {
        Signature s = m.signature();
        out.printf("measured %d of %d occurrences of %d ranks%s; %s; the command took %s%n", m.samples().size(),
                s.measure().size(), s.ranks(), m.hosts().isEmpty() ? "" : " on " + String.join(", ", m.hosts()), end(m),
                seconds(m.wallS()));
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
                    "note: %d hosts with unsynchronised clocks: times use the clock of %s, with an error of up to %s per occurrence%s%n",
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
        double mean = samples.stream().mapToDouble(MeasuredSignature.Sample::measuredS).average().orElseThrow();
        double squares = samples.stream().mapToDouble(x -> Math.pow(x.measuredS() - mean, 2)).sum();
        double compute = samples.stream().mapToDouble(MeasuredSignature.Sample::computeS).sum();
        double mpi = samples.stream().mapToDouble(MeasuredSignature.Sample::mpiS).sum();
        rows.add(TextTable.row(signed.label() + (signed.strata().size() == 1 ? "" : "." + (stratum.id() + 1)),
                samples.size(), seconds(mean),
                samples.size() == 1 ? "-" : seconds(Math.sqrt(squares / (samples.size() - 1))),
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
