package runbench.report.text;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import runbench.base.quantity.Durations;
import runbench.base.quantity.Numbers;
import runbench.base.quantity.Printable;
import runbench.pas2p.checkpoint.CheckpointSignature;
import runbench.pas2p.signature.MeasuredSignature;
import runbench.pas2p.signature.Signature;

/** Prints a checkpoint signature: the copied processes and the cost of restoring them. */
public final class CheckpointText {
    private CheckpointText() {
    }

    public static void print(PrintWriter out, CheckpointSignature c, Path folder) {
        out.printf(
                "checkpoint signature: %s, %d ranks, copied before %d phases on %s (%s, Linux %s) by CRIU %s in %s%n",
                Printable.line(String.join(" ", c.command())), c.signature().ranks(), c.checkpoints().size(),
                c.machine().host(), c.machine().cpu(), c.machine().kernel(), c.criu(), seconds(c.buildS()));
        List<String[]> rows = new ArrayList<>();
        rows.add(TextTable.row("phase", "measures", "warm-up", "processes", "their files", "stopped for"));
        for (CheckpointSignature.Checkpoint one : c.checkpoints()) {
            rows.add(TextTable.row(label(c.signature(), one.window().phase()), one.window().measure().size(),
                    one.window().warmUp(), bytes(one.imageBytes()), bytes(one.copiedBytes()), seconds(one.dumpS())));
        }
        out.println();
        out.println(TextTable.text(rows));
        out.println();
        out.printf(
                "required on the target: %d identical files (SHA-256), the folders %s, a processor with the same features%n",
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
