package runbench.report.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import runbench.base.quantity.Durations;
import runbench.base.quantity.Numbers;
import runbench.base.quantity.Units;
import runbench.pas2p.efficiency.Communication;
import runbench.pas2p.efficiency.Efficiencies;
import runbench.pas2p.efficiency.EfficiencyAnalysis;
import runbench.pas2p.efficiency.EfficiencyAnalysis.PhaseEfficiency;
import runbench.pas2p.efficiency.EfficiencyAnalysis.RankComputation;
import runbench.pas2p.efficiency.EfficiencyAnalysis.WaitPair;
import runbench.pas2p.efficiency.EfficiencyAnalysis.WaitSums;
import runbench.pas2p.efficiency.EfficiencyDefinitions;
import runbench.pas2p.trace.MpiTrace;
import runbench.pas2p.trace.ProcessorUse;

/** Prints an efficiency analysis on a terminal. */
public final class EfficiencyText {
    private static final int MAX_ROWS = 10;
    private static final List<String> SHARES = List.of("parallel_efficiency", "load_balance",
            "communication_efficiency", "serialisation", "transfer");

    private final Screen out;
    private final MpiTrace trace;
    private final EfficiencyAnalysis analysis;

    private EfficiencyText(Screen out, MpiTrace trace, EfficiencyAnalysis analysis) {
        this.out = out;
        this.trace = trace;
        this.analysis = analysis;
    }

    public static void print(Screen out, MpiTrace trace, EfficiencyAnalysis analysis) {
        EfficiencyText text = new EfficiencyText(out, trace, analysis);
        text.efficiencies();
        text.ranks();
        text.waits();
        text.communication();
    }

    /** Prints the places of the program where its ranks spend most of their time in MPI. */
    private void sites(List<Communication.Site> sites, double locations, double run) {
        if (sites.isEmpty()) {
            return;
        }
        List<String[]> rows = new ArrayList<>();
        rows.add(TextTable.row("MPI by call", "calls", "per rank", "of the run", "waiting", "place"));
        sites.stream()
                .limit(MAX_ROWS)
                .forEach(s -> rows.add(TextTable.row(s.call(), String.format(Locale.ROOT, "%,d", s.calls()),
                        Durations.fourDigits(s.nanos() / locations), share(s.nanos() / locations / run),
                        share(s.waitedNanos() / locations / run), s.place())));
        out.println();
        out.table(rows);
        if (sites.size() > MAX_ROWS) {
            long rest = sites.stream().skip(MAX_ROWS).mapToLong(Communication.Site::nanos).sum();
            out.printf(Locale.ROOT, "... %,d more call sites with %s of the run%n", sites.size() - MAX_ROWS,
                    share(rest / locations / run));
        }
    }

    private static String column(String name) {
        return EfficiencyDefinitions.of(name).column();
    }

    private void efficiencies() {
        List<String[]> rows = new ArrayList<>();
        List<String> heading = new ArrayList<>(List.of("efficiency"));
        SHARES.forEach(s -> heading.add(column(s)));
        heading.addAll(List.of(column("elapsed_ns"), column("critical_rank"), "longest wait", "activity of the ranks"));
        rows.add(heading.toArray(String[]::new));
        rows.add(row(analysis.wholeRun() ? "run" : "ordered part", analysis.run(), analysis.waits(), ""));
        for (PhaseEfficiency p : analysis.phases()) {
            rows.add(row(p.phase().label() + " x " + p.phase().weight(), p.efficiencies(), p.waits(),
                    p.phase().activity()));
        }
        rows.add(row("other phases", analysis.otherPhases(), null, ""));
        rows.add(row("no phase", analysis.noPhase(), null, ""));
        out.println();
        ProcessorUse.shared(trace.processorUse()).ifPresent(out::println);
        out.table(rows);
        for (String s : SHARES) {
            EfficiencyDefinitions.Definition d = EfficiencyDefinitions.of(s);
            out.println(d.column() + ": " + d.title() + ", " + d.formula() + ". " + d.explanation());
        }
        if (trace.locations() > trace.ranks()) {
            out.println("each of the " + trace.locations() + " threads that called MPI counts as a separate processor");
        }
    }

    private static String[] row(String region, Efficiencies e, WaitSums waits, String description) {
        WaitPair longest = waits == null ? null : waits.longest();
        return TextTable.row(region, share(e.parallel()), share(e.loadBalance()), share(e.communication()),
                share(e.serialisation()), share(e.transfer()), Durations.fourDigits(e.elapsedNanos()),
                e.criticalRank() < 0 ? "-" : e.criticalRank(),
                longest == null ? "-"
                        : longest.waiter() + " for " + longest.culprit() + ": " + Durations.fourDigits(longest.nanos()),
                description);
    }

    private static String share(double value) {
        return Double.isFinite(value) ? String.format(Locale.ROOT, "%.1f%%", 100 * value) : "-";
    }

    private void ranks() {
        boolean counted = !trace.countedEvents().isEmpty();
        List<String[]> rows = new ArrayList<>();
        rows.add(counted ? TextTable.row("rank", "outside MPI", "of the run", "on a CPU", "ipc", "clock")
                : TextTable.row("rank", "outside MPI", "of the run", "on a CPU"));
        double run = Math.max(1, analysis.run().elapsedNanos());
        List<RankComputation> all = analysis.ranks();
        List<RankComputation> shown = all.size() <= 2 * MAX_ROWS ? all
                : all.stream()
                        .sorted((a, b) -> Long.compare(b.usefulNanos(), a.usefulNanos()))
                        .limit(MAX_ROWS)
                        .toList();
        for (RankComputation r : shown) {
            String[] common = TextTable.row(r.rank(), Durations.fourDigits(r.usefulNanos()),
                    share(r.usefulNanos() / run), Durations.fourDigits(r.computeNanos()));
            rows.add(!counted ? common
                    : TextTable.row(common[0], common[1], common[2], common[3], plain(analysis.ipc(r.counts()), ""),
                            plain(analysis.frequency(r.counts(), r.computeNanos()), "Hz")));
        }
        out.println();
        out.table(rows);
        if (shown.size() < all.size()) {
            out.println("... the " + shown.size() + " of " + all.size() + " ranks with most computation");
        }
    }

    private static String plain(double value, String unit) {
        return Double.isFinite(value) ? Numbers.si(value, 3, unit) : "-";
    }

    private void waits() {
        WaitSums sums = analysis.waits();
        out.printf("%nwaiting time of ranks inside MPI: %s for senders, %s for receivers, %s in collectives%n",
                Durations.fourDigits(sums.lateSenderNanos()), Durations.fourDigits(sums.lateReceiverNanos()),
                Durations.fourDigits(sums.collectiveNanos()));
        List<WaitPair> pairs = analysis.waitPairs();
        if (pairs.isEmpty()) {
            return;
        }
        List<String[]> rows = new ArrayList<>();
        rows.add(TextTable.row("waiting rank", column("late_sender_ns"), column("late_receiver_ns"),
                column("collective_wait_ns")));
        pairs.stream()
                .limit(MAX_ROWS)
                .forEach(p -> rows.add(TextTable.row("rank " + p.waiter() + " for rank " + p.culprit(),
                        Durations.fourDigits(p.lateSenderNanos()), Durations.fourDigits(p.lateReceiverNanos()),
                        Durations.fourDigits(p.collectiveNanos()))));
        out.table(rows);
        if (pairs.size() > MAX_ROWS) {
            long rest = pairs.stream().skip(MAX_ROWS).mapToLong(WaitPair::nanos).sum();
            out.printf(Locale.ROOT, "... %,d more pairs with %s%n", pairs.size() - MAX_ROWS,
                    Durations.fourDigits(rest));
        }
    }

    private void communication() {
        Communication c = analysis.communication();
        double locations = Math.max(1, trace.locations());
        double run = Math.max(1, analysis.run().elapsedNanos());
        List<String[]> rows = new ArrayList<>();
        rows.add(TextTable.row("time in MPI", "calls", "per rank", "of the run"));
        c.calls()
                .stream()
                .limit(MAX_ROWS)
                .forEach(o -> rows.add(TextTable.row(o.name(), String.format(Locale.ROOT, "%,d", o.calls()),
                        Durations.fourDigits(o.nanos() / locations), share(o.nanos() / locations / run))));
        if (c.sites().isEmpty()) {
            rows.add(TextTable.row("other calls", "", Durations.fourDigits(c.otherCallsNanos() / locations),
                    share(c.otherCallsNanos() / locations / run)));
        }
        out.println();
        out.table(rows);
        sites(c.sites(), locations, run);
        if (!c.collectives().isEmpty()) {
            List<String[]> table = new ArrayList<>();
            table.add(TextTable.row("collectives", "operations", "bytes", "time, all ranks", "waiting time"));
            c.collectives()
                    .stream()
                    .limit(MAX_ROWS)
                    .forEach(o -> table.add(TextTable.row(o.op().mpiName(),
                            String.format(Locale.ROOT, "%,d", o.operations()), Numbers.si(o.bytes(), 3, "B"),
                            Durations.fourDigits(o.nanos()), Durations.fourDigits(o.waitedNanos()))));
            out.println();
            out.table(table);
        }
        if (c.messages() > 0) {
            Communication.Size largest = c.sizes()
                    .stream()
                    .max((a, b) -> Long.compare(a.bytes(), b.bytes()))
                    .orElseThrow();
            out.printf(Locale.ROOT,
                    "%n%s, %s, between %s of ranks; most bytes in messages of %s up to %s (%,d of " + "them)%n",
                    Units.counted(c.messages(), "message"), Numbers.si(c.messageBytes(), 3, "B"),
                    Units.counted(c.pairs().size(), "pair"), Numbers.si(largest.fromBytes(), 3, "B"),
                    Numbers.si(largest.belowBytes(), 3, "B"), largest.messages());
        }
    }
}
