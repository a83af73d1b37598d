package runbench.report.text;

import java.io.PrintWriter;
import runbench.base.quantity.Durations;
import runbench.pas2p.phase.PhaseReport;
import runbench.pas2p.session.TracedRun;
import runbench.pas2p.trace.MpiTrace;

/** Prints the result of tracing an MPI program. */
public final class TraceText {
    private TraceText() {
    }

    public static void print(TracedRun run, PrintWriter out) {
        MpiTrace trace = run.trace();
        out.printf("traced %s on %s (%s): %s between MPI_Init and MPI_Finalize%n", PhaseText.locations(trace),
                String.join(", ", PhaseReport.hosts(trace)), run.flavour(),
                Durations.fourDigits(trace.runEndNanos() - trace.runStartNanos()));
        out.printf("%,d sends, %,d receives, %,d collectives, %d communicators; %.1f MB%n", trace.sends(),
                trace.receives(), trace.collectives(), trace.communicators().count(), run.bytes() / 1e6);
        if (!run.counted().isEmpty()) {
            out.println("counted per rank, outside MPI: " + run.counted());
        }
        trace.remarks().stream().limit(10).forEach(r -> out.println("note: " + r));
        PhaseText.matching(out, run.sweep());
        out.println("next: runbench pas2p analyze " + run.directory());
    }
}
