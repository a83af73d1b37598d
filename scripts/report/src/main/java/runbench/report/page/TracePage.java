package runbench.report.page;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import runbench.base.quantity.Durations;
import runbench.base.quantity.Numbers;
import runbench.base.quantity.Units;
import runbench.pas2p.efficiency.Communication;
import runbench.pas2p.efficiency.EfficiencyAnalysis;
import runbench.pas2p.efficiency.EfficiencyAnalysis.PhaseEfficiency;
import runbench.pas2p.efficiency.EfficiencyAnalysis.WaitPair;
import runbench.pas2p.efficiency.RunTimeline;
import runbench.pas2p.efficiency.RunTimeline.Limits;
import runbench.pas2p.efficiency.RunTimeline.State;
import runbench.pas2p.hierarchy.LoopNest;
import runbench.pas2p.hierarchy.PhaseHierarchy;
import runbench.pas2p.phase.PhaseOccurrences;
import runbench.pas2p.phase.PhaseReport;
import runbench.pas2p.trace.MpiTrace;
import runbench.pas2p.trace.ProcessorUse;
import runbench.plotter.figure.Strip;
import runbench.plotter.render.html.Page;
import runbench.plotter.render.html.Page.PageCard;
import runbench.plotter.render.html.Page.PageClocks;
import runbench.plotter.render.html.Page.PageFact;
import runbench.plotter.render.html.Page.PageFinding;
import runbench.plotter.render.html.PagePhases;
import runbench.plotter.render.html.PageSeries;
import runbench.plotter.render.html.PageSeries.Lane;
import runbench.plotter.render.html.PageStacks;

/**
 * Builds the interactive page of a message trace: calls and computation of each rank over time, messages, waits by line
 * of code and by pair of ranks, and the ranks in each phase.
 */
public final class TracePage {
    /** The size of the timeline on a page: about 0.8 MB for shares, and 1 MB for single calls. */
    public static final Limits LIMITS = new Limits(1 << 17, 120_000);
    /** Minimum share of the ranks' time, or of the run, of a wait that is a finding. */
    static final double MIN_WAIT_SHARE = 0.05;
    private static final int MAX_PHASES = 8;
    private static final int MAX_PAIRS = 3;
    private static final int BINS = 4096;
    /** Number of columns that a finding shows. */
    private static final int PART_COLUMNS = 10;

    private final MpiTrace trace;
    private final PhaseHierarchy hierarchy;
    private final EfficiencyAnalysis analysis;
    private final RunTimeline timeline;
    private final long origin;
    /** The phases of the strip and the tables. */
    private final List<PhaseEfficiency> phases;

    private TracePage(MpiTrace trace, PhaseHierarchy hierarchy, EfficiencyAnalysis analysis, RunTimeline timeline) {
        this.trace = trace;
        this.hierarchy = hierarchy;
        this.analysis = analysis;
        this.timeline = timeline;
        origin = timeline.edge(0);
        phases = analysis.phases().stream().limit(MAX_PHASES).toList();
    }

    /** Returns the page. */
    public static Page of(MpiTrace trace, PhaseHierarchy hierarchy, EfficiencyAnalysis analysis, RunTimeline timeline) {
        return new TracePage(trace, hierarchy, analysis, timeline).page();
    }

    private Page page() {
        String program = PhaseReport.program(trace).split(" ")[0];
        String name = program.isEmpty() ? "a trace" : Path.of(program).getFileName().toString();
        IntUnaryOperator shown = p -> IntStream.range(0, phases.size())
                .filter(i -> phases.get(i).phase().id() == p)
                .findFirst()
                .orElse(-1);
        int[] known = IntStream.range(0, hierarchy.analysis().phases().size()).map(shown).toArray();
        TraceTables tables = new TraceTables(trace, analysis, timeline, phases);
        return new Page(name + ", " + Units.counted(trace.ranks(), "rank"),
                "message trace · " + String.join(" ", PhaseReport.hosts(trace)), cards(), findings(), series(known),
                PageClocks.ONE, new TraceCalls(trace, analysis, timeline, origin, p -> known[p]).calls(),
                PageStacks.NONE, List.of(), tables.all(), List.of(), facts(), notes(), "");
    }

    private double ranksTime() {
        return Math.max(1.0, (double) analysis.run().elapsedNanos() * trace.locations());
    }

    private List<PageCard> cards() {
        List<PageCard> cards = new ArrayList<>();
        cards.add(new PageCard("run", Durations.fourDigits(hierarchy.analysis().runNanos()),
                "from MPI_Init to MPI_Finalize"));
        cards.add(new PageCard("parallel efficiency", Numbers.percent(analysis.run().parallel()),
                "share of the ranks' time outside MPI"));
        long waited = analysis.waits().nanos();
        cards.add(new PageCard("waiting inside MPI", Durations.fourDigits(waited),
                "all ranks, " + Numbers.percent(waited / ranksTime()) + " of their time"));
        Optional<LoopNest> loop = hierarchy.mainLoop();
        if (hierarchy.iteration() != null) {
            cards.add(new PageCard("iteration",
                    hierarchy.iteration().label() + ", " + Numbers.count(hierarchy.iterations()) + " times",
                    loop.map(LoopNest::text).orElse("")));
        }
        return cards;
    }

    /** Returns where ranks wait: for which rank, and in which line of code. */
    private List<PageFinding> findings() {
        List<PageFinding> all = new ArrayList<>();
        if (!trace.complete()) {
            all.add(PageFinding.ofAll("The trace is incomplete: only its complete start is shown.", -1, -1));
        }
        ProcessorUse.shared(trace.processorUse()).ifPresent(s -> all.add(PageFinding.ofAll(sentence(s), -1, -1)));
        double run = Math.max(1, analysis.run().elapsedNanos());
        for (WaitPair p : analysis.waitPairs().stream().limit(MAX_PAIRS).toList()) {
            if (p.nanos() >= MIN_WAIT_SHARE * run) {
                all.add(pair(p, run));
            }
        }
        Communication communication = analysis.communication();
        long waited = analysis.waits().nanos();
        String share = Durations.fourDigits(waited) + " inside MPI, " + Numbers.percent(waited / ranksTime())
                + " of the ranks' time";
        String most = communication.sites()
                .stream()
                .filter(s -> s.waitedNanos() > 0)
                .max((a, b) -> Long.compare(a.waitedNanos(), b.waitedNanos()))
                .map(s -> "; the largest part, " + Durations.fourDigits(s.waitedNanos()) + ", in " + s.call() + " at "
                        + s.place())
                .orElse("");
        all.add(PageFinding.ofAll(waited == 0 ? "No rank waits for another one inside MPI."
                : "Ranks wait for other ranks for " + share + most + ".", -1, -1));
        return all;
    }

    private PageFinding pair(WaitPair p, double run) {
        String site = timeline.siteTimes(p.waiter())
                .stream()
                .findFirst()
                .filter(s -> s.waitedNanos() > 0)
                .map(s -> "; it waits longest in " + trace.callSites().all().get(s.site()).op().mpiName() + " at "
                        + trace.callSites().text(s.site()))
                .orElse("");
        long[] view = longestWait(p.waiter());
        return new PageFinding(
                "Rank " + p.waiter() + " waits " + Durations.fourDigits(p.nanos()) + " for rank " + p.culprit() + ", "
                        + Numbers.percent(p.nanos() / run) + " of the run" + site + ".",
                (view[0] - origin) / 1e9, (view[1] - origin) / 1e9, p.waiter(), -1);
    }

    /**
     * Returns start and end of the short part of the run with the longest wait of a rank, if possible one with every
     * call.
     */
    private long[] longestWait(int rank) {
        long[] waiting = timeline.nanos(rank, State.WAITING);
        long from = timeline.detailFromNanos();
        long to = timeline.detailToNanos();
        int[] parts = IntStream.iterate(0, c -> c + PART_COLUMNS <= waiting.length, c -> c + PART_COLUMNS).toArray();
        int[] within = Arrays.stream(parts)
                .filter(c -> timeline.edge(c) >= from && timeline.edge(c + PART_COLUMNS) <= to)
                .toArray();
        if (within.length == 0 && to > from) {
            return new long[]{from, to};
        }
        int best = Arrays.stream(within.length > 0 ? within : parts)
                .boxed()
                .max(Comparator.comparingLong(c -> Arrays.stream(waiting, c, c + PART_COLUMNS).sum()))
                .orElse(0);
        return new long[]{timeline.edge(best), timeline.edge(best + PART_COLUMNS)};
    }

    private static String sentence(String words) {
        return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1) + ".";
    }

    private PageSeries series(int[] known) {
        PhaseOccurrences all = hierarchy.analysis().occurrences();
        int n = all.size();
        double[] start = IntStream.range(0, n).mapToDouble(i -> (all.startNanos(i) - origin) / 1e9).toArray();
        double[] end = IntStream.range(0, n).mapToDouble(i -> (all.endNanos(i) - origin) / 1e9).toArray();
        Strip strip = Strip.row(start, end, IntStream.range(0, n).map(i -> known[all.phase(i)]).toArray(),
                phases.stream().map(p -> p.phase().label()).toList());
        double run = (timeline.edge(timeline.columns()) - origin) / 1e9;
        List<Lane> lanes = IntStream.range(0, trace.locations()).mapToObj(this::lane).toList();
        return new PageSeries("time since MPI_Init", "s", 0, run / BINS, run, lanes, List.of(),
                PagePhases.of(strip, 1, 0, run / BINS, BINS));
    }

    private Lane lane(int l) {
        String host = trace.present(l) ? trace.header(l).host() : "";
        return new Lane("rank " + trace.rankOf(l) + (trace.threadOf(l) == 0 ? "" : " thread " + trace.threadOf(l)),
                host, trace.present(l) ? "" : "not recorded");
    }

    private List<PageFact> facts() {
        return List.of(new PageFact("command", PhaseReport.program(trace)),
                new PageFact("hosts", String.join(", ", PhaseReport.hosts(trace))),
                new PageFact("events", Numbers.count(trace.events())));
    }

    private List<String> notes() {
        List<String> notes = new ArrayList<>();
        notes.add("Phases: the frontier over all ranks. A call is waiting while another rank has not sent, received or"
                + " entered what it needs. Calls without a record, such as a wait for a send, are drawn before the next"
                + " call.");
        if (timeline.detailToNanos() - timeline.detailFromNanos() < timeline.edge(timeline.columns()) - origin) {
            notes.add("Single calls and messages: " + (timeline.detailToNanos() > timeline.detailFromNanos()
                    ? Durations.fourDigits(timeline.detailFromNanos() - origin) + " to "
                            + Durations.fourDigits(timeline.detailToNanos() - origin) + ", "
                            + Numbers.count(timeline.calls().size()) + " of " + Numbers.count(trace.events())
                            + " calls; elsewhere each column has its exact shares of time."
                    : "none, because one phase has more calls than the page can hold."));
        }
        notes.addAll(trace.remarks().stream().limit(5).toList());
        return notes;
    }
}
