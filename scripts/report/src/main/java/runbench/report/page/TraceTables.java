package runbench.report.page;

import static runbench.report.page.PageNumbers.number;
import static runbench.report.page.PageNumbers.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import runbench.base.quantity.Durations;
import runbench.base.quantity.Numbers;
import runbench.pas2p.efficiency.Communication;
import runbench.pas2p.efficiency.EfficiencyAnalysis;
import runbench.pas2p.efficiency.EfficiencyAnalysis.PhaseEfficiency;
import runbench.pas2p.efficiency.EfficiencyAnalysis.WaitPair;
import runbench.pas2p.efficiency.RunTimeline;
import runbench.pas2p.efficiency.RunTimeline.SiteTime;
import runbench.pas2p.phase.Phase;
import runbench.pas2p.phase.RankBalance.RankTime;
import runbench.pas2p.trace.MpiTrace;
import runbench.plotter.render.html.PageTable;
import runbench.plotter.render.html.PageTable.Cell;

/** Builds the tables of the page of a trace. */
final class TraceTables {
    private static final int MAX_SITES = 12;
    /** Number of ranks per phase with a row; of more, those with the longest waits. */
    private static final int MAX_RANKS = 64;
    private static final int MAX_NAMED_SITES = 2;

    private final MpiTrace trace;
    private final EfficiencyAnalysis analysis;
    private final RunTimeline timeline;
    private final List<PhaseEfficiency> phases;

    /** @param phases the phases of the page */
    TraceTables(MpiTrace trace, EfficiencyAnalysis analysis, RunTimeline timeline, List<PhaseEfficiency> phases) {
        this.trace = trace;
        this.analysis = analysis;
        this.timeline = timeline;
        this.phases = phases;
    }

    List<PageTable> all() {
        List<PageTable> all = new ArrayList<>();
        if (!analysis.communication().sites().isEmpty()) {
            all.add(sites());
        }
        if (!phases.isEmpty()) {
            all.add(phases());
        }
        all.add(ranks());
        return all;
    }

    /** Returns the lines of code with the longest time in MPI, the longest waits first. */
    private PageTable sites() {
        double all = Math.max(1.0, (double) analysis.run().elapsedNanos() * trace.locations());
        // The sites come in the order of their time, of which waiting is a part.
        List<Communication.Site> sites = analysis.communication()
                .sites()
                .stream()
                .limit(MAX_SITES)
                .sorted((a, b) -> Long.compare(b.waitedNanos(), a.waitedNanos()))
                .toList();
        double longest = sites.stream().mapToDouble(Communication.Site::waitedNanos).max().orElse(1);
        return new PageTable("MPI by line of code",
                "Sums over ranks; shares of the ranks' time. " + (sites.size() < analysis.communication().sites().size()
                        ? "The " + sites.size() + " of " + analysis.communication().sites().size()
                                + " lines with the longest time, in the order of their waits."
                        : ""),
                List.of(),
                List.of(text("line of code"), text("call"), number("waiting"), number("share"), number("in the call"),
                        number("calls")),
                sites.stream()
                        .map(s -> List.of(Cell.of(s.place()), Cell.of(s.call()),
                                new Cell(Durations.fourDigits(s.waitedNanos()), s.waitedNanos() / Math.max(1, longest)),
                                Cell.of(Numbers.percent(s.waitedNanos() / all)),
                                Cell.of(Durations.fourDigits(s.nanos())), Cell.of(Numbers.count(s.calls()))))
                        .toList());
    }

    private PageTable phases() {
        double run = Math.max(1, analysis.run().elapsedNanos());
        return new PageTable("Phases", "Click a phase to select it, here or above: its ranks are in the next table.",
                IntStream.range(0, phases.size()).boxed().toList(),
                List.of(text("phase"), number("occurrences"), number("time"), number("share of the run"),
                        number("parallel efficiency"), number("waiting, all ranks"), text("activity")),
                phases.stream()
                        .map(p -> List.of(Cell.of(p.phase().label()), Cell.of(Numbers.count(p.phase().weight())),
                                Cell.of(Durations.fourDigits(p.efficiencies().elapsedNanos())),
                                new Cell(Numbers.percent(p.efficiencies().elapsedNanos() / run),
                                        p.efficiencies().elapsedNanos() / run),
                                Cell.of(Numbers.percent(p.efficiencies().parallel())),
                                Cell.of(Durations.fourDigits(p.waits().nanos())), Cell.of(p.phase().activity())))
                        .toList());
    }

    /** Returns the ranks in the whole run and in each phase; the page shows those of the selected phase. */
    private PageTable ranks() {
        List<Integer> of = new ArrayList<>();
        List<List<Cell>> rows = new ArrayList<>();
        Map<Integer, List<SiteTime>> sites = timeline.siteTimes()
                .stream()
                .collect(Collectors.groupingBy(SiteTime::phase));
        int[] every = analysis.phaseAnalysis().phases().stream().mapToInt(Phase::id).toArray();
        add(-1, every, analysis.waitPairs(), r -> timeline.siteTimes(r), of, rows);
        for (int p = 0; p < phases.size(); p++) {
            List<SiteTime> own = sites.getOrDefault(p, List.of());
            add(p, new int[]{phases.get(p).phase().id()}, analysis.waitPairs(phases.get(p)),
                    r -> own.stream().filter(s -> s.rank() == r).toList(), of, rows);
        }
        return new PageTable("Ranks", "The whole run" + (phases.isEmpty() ? "." : ", or the selected phase.")
                + " Lines of code with the longest waits of the rank, then with the longest time; without calls that"
                + " complete only sends.", of, true,
                List.of(text("phase"), text("rank"), number("occurrences"), number("time"), number("in MPI"),
                        number("waiting"), text("longest wait for"), text("lines of code")),
                rows);
    }

    private void add(int phase, int[] ids, List<WaitPair> waits, Function<Integer, List<SiteTime>> sitesOf,
            List<Integer> of, List<List<Cell>> rows) {
        List<RankTime> times = analysis.phaseAnalysis().rankBalance(ids).map(b -> b.ranks()).orElse(List.of());
        Map<Integer, Long> waited = waits.stream()
                .collect(Collectors.groupingBy(WaitPair::waiter, Collectors.summingLong(WaitPair::nanos)));
        List<RankTime> shown = times.size() <= MAX_RANKS ? times
                : times.stream()
                        .sorted((a, b) -> Long.compare(waited.getOrDefault(b.rank(), 0L),
                                waited.getOrDefault(a.rank(), 0L)))
                        .limit(MAX_RANKS)
                        .toList();
        for (RankTime t : shown) {
            long own = waited.getOrDefault(t.rank(), 0L);
            double wall = Math.max(1, t.wallNanos());
            of.add(phase);
            rows.add(List.of(Cell.of(phase < 0 ? "all phases" : phases.get(phase).phase().label()),
                    Cell.of(String.valueOf(t.rank())),
                    Cell.of(t.occurrences() > 0 ? Numbers.count(t.occurrences()) : PageNumbers.UNKNOWN),
                    Cell.of(Durations.fourDigits(t.wallNanos())),
                    Cell.of(Durations.fourDigits(t.mpiNanos()) + " (" + Numbers.percent(t.mpiNanos() / wall) + ")"),
                    new Cell(Durations.fourDigits(own) + " (" + Numbers.percent(own / wall) + ")", own / wall),
                    Cell.of(waits.stream()
                            .filter(w -> w.waiter() == t.rank())
                            .findFirst()
                            .map(w -> "rank " + w.culprit() + ": " + Durations.fourDigits(w.nanos()))
                            .orElse(PageNumbers.UNKNOWN)),
                    Cell.of(sitesOf.apply(t.rank())
                            .stream()
                            .limit(MAX_NAMED_SITES)
                            .map(this::site)
                            .collect(Collectors.joining(" · ")))));
        }
    }

    private String site(SiteTime s) {
        return trace.callSites().all().get(s.site()).op().mpiName().replace("MPI_", "") + " at "
                + trace.callSites().text(s.site()) + ": " + Durations.fourDigits(s.nanos())
                + (s.waitedNanos() > 0 ? ", waiting " + Durations.fourDigits(s.waitedNanos()) : "");
    }
}
