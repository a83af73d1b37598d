package runbench.cli.cluster;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import runbench.align.run.ClusterRun;
import runbench.align.traces.AlignedIndex;
import runbench.align.traces.BarrierResiduals;
import runbench.align.traces.BarrierResiduals.ResidualSpread;
import runbench.align.traces.MessageOrders;
import runbench.base.quantity.Units;
import runbench.report.text.TextTable;

/** The text of an aligned run. */
final class AlignText {
    private static final int NAMED = 16;

    private AlignText() {
    }

    static void print(AlignedIndex index, ClusterRun run, PrintWriter out) {
        out.printf("%s: %s in the time of %s (CLOCK_MONOTONIC)%n", index.program(),
                Units.counted(index.ranks().size(), run.record().member()), index.reference().host());
        ranks(index.ranks(), run.record().member(), out);
        pairs(index.pairs(), out);
        messages(index.messages(), out);
        barriers(index.barriers(), out);
        corrected(index.corrected(), out);
        index.remarks().forEach(remark -> out.println("note: " + remark));
        out.println("files: " + run.folder().aligned());
    }

    /** Returns one row per host: the ranks of a host share its clock. */
    private static void ranks(List<AlignedIndex.AlignedRank> ranks, String member, PrintWriter out) {
        List<String[]> rows = new ArrayList<>();
        rows.add(TextTable.row(member, "host", "clock", "known", "err_stat", "interval"));
        ranks.stream()
                .limit(NAMED)
                .forEach(r -> rows.add(TextTable.row(r.program() == null ? r.rank() : r.program(), r.host(),
                        r.how().replace('_', ' '), text(r.known()), nanos(r.errStatNs()),
                        r.loNs() == null || r.hiNs() == null ? "-" : signed(r.loNs()) + " .. " + signed(r.hiNs()))));
        out.println(TextTable.text(rows));
        if (ranks.size() > NAMED) {
            out.println("... and " + (ranks.size() - NAMED) + " more: index.json");
        }
        ranks.stream().filter(r -> r.why() != null).limit(NAMED).forEach(r -> out.println(r.title() + ": " + r.why()));
    }

    private static void pairs(List<AlignedIndex.HostPair> pairs, PrintWriter out) {
        if (pairs == null || pairs.isEmpty()) {
            return;
        }
        pairs.stream()
                .filter(p -> p.worstNs() != null)
                .max(Comparator.comparingDouble(AlignedIndex.HostPair::worstNs))
                .ifPresent(p -> out.println("hosts can be compared to within " + nanos(p.worstNs())
                        + " throughout the run (worst: " + p.a() + " and " + p.b() + ")"));
        pairs.stream()
                .filter(p -> p.worstNs() == null)
                .limit(NAMED)
                .forEach(p -> out.println(p.a() + " and " + p.b() + " cannot be compared"
                        + (p.bestNs() == null ? "" : " throughout the run")));
    }

    private static void messages(MessageOrders m, PrintWriter out) {
        if (m == null) {
            return;
        }
        out.printf("messages: %,d matched; received before they were sent: %,d as recorded, %,d aligned, %,d beyond "
                + "the clocks' bounds%n", m.matched(), m.reversedBefore(), m.reversed(), m.impossible());
        if (m.worst() != null) {
            out.printf("  worst: from rank %d to rank %d, tag %d, %s beyond%n", m.worst().from(), m.worst().to(),
                    m.worst().tag(), nanos(m.worst().beyondNs()));
        }
    }

    private static void barriers(BarrierResiduals b, PrintWriter out) {
        if (b == null || b.collectives() == 0) {
            return;
        }
        out.printf("barriers and the like: %,d; possible within the clocks' intervals: %,d, impossible: %,d%s%n",
                b.collectives(), b.within(), b.beyond(),
                b.incomplete() == 0 ? "" : String.format(", not judged: %,d", b.incomplete()));
        out.println("  last entry minus first exit, as recorded: " + residuals(b.before()));
        out.println("  last entry minus first exit, aligned:     " + residuals(b.after()));
    }

    private static String residuals(ResidualSpread r) {
        return r.n() == 0 ? "none"
                : String.format("median %s, 5 %% %s, 95 %% %s, largest %s; above 0: %,d of %,d", signed(r.median()),
                        signed(r.p05()), signed(r.p95()), signed(r.max()), r.positive(), r.n());
    }

    private static void corrected(AlignedIndex.Correction c, PrintWriter out) {
        if (c != null) {
            out.printf("corrected copy: %s; moved: %,d receives, %,d exits from collectives, by %s at most%n",
                    c.directory(), c.messages(), c.collectives(), nanos((double) c.largestNs()));
        }
    }

    private static String text(String value) {
        return value == null ? "-" : value;
    }

    private static String nanos(Double nanos) {
        return nanos == null ? "-" : Units.nanos(nanos);
    }

    private static String signed(double nanos) {
        return (nanos < 0 ? "-" : nanos > 0 ? "+" : "") + Units.nanos(Math.abs(nanos));
    }
}
