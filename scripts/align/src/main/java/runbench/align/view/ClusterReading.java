package runbench.align.view;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import runbench.align.run.ClusterRun;
import runbench.align.run.RankRecord;
import runbench.align.traces.Alignment;
import runbench.align.traces.CausalityCheck;
import runbench.align.traces.Comparability;
import runbench.align.view.ClusterView.MessageView;
import runbench.align.view.ClusterView.RankView;
import runbench.base.error.RunbenchException;
import runbench.base.progress.Progress.ProgressDisplay;
import runbench.base.timeline.Timeline;
import runbench.parser.metrics.Metric;
import runbench.parser.record.Recording;
import runbench.pas2p.trace.MpiTrace;
import runbench.pas2p.trace.RankHeader;

/**
 * Reads a run on many nodes: each recording once, several in parallel, and the message traces. Unreadable files are
 * reported and left out. Memory grows with ranks times buckets and with the number of phase changes.
 */
public final class ClusterReading {
    private final ClusterRun run;
    private final Alignment alignment;
    private final Function<Recording, List<Metric>> metrics;
    private final ViewRequest request;
    private final int pageBins;
    private final ProgressDisplay display;
    private final List<String> remarks = new ArrayList<>();

    private ClusterReading(Alignment alignment, Function<Recording, List<Metric>> metrics, ViewRequest request,
            int pageBins, ProgressDisplay display) {
        this.run = alignment.run();
        this.alignment = alignment;
        this.metrics = metrics;
        this.request = request;
        this.pageBins = pageBins;
        this.display = display;
    }

    /**
     * Reads a run.
     *
     * @param metrics returns the metrics to compute for a recording if their events were counted
     * @throws RunbenchException (bad input) no rank has any data, or the window is outside the run
     */
    public static ClusterView of(Alignment alignment, Function<Recording, List<Metric>> metrics, ViewRequest request,
            ProgressDisplay display) {
        return of(alignment, metrics, request, request.buckets(), display).chart();
    }

    /**
     * Reads a run for a chart and a page in one pass.
     *
     * @param pageBins maximum number of buckets of the page
     */
    public static ClusterViews of(Alignment alignment, Function<Recording, List<Metric>> metrics, ViewRequest request,
            int pageBins, ProgressDisplay display) {
        try {
            return new ClusterReading(alignment, metrics, request, pageBins, display).views();
        } finally {
            display.close();
        }
    }

    private ClusterViews views() {
        List<OpenedRank> opened = Parallel.map(alignment.clocks(), this::open,
                display.start("checking recordings", " " + run.record().member() + "s"));
        String[] why = new String[1];
        Optional<MpiTrace> trace = trace(why);
        long[][] spans = trace.map(t -> traced(t)).orElse(new long[0][]);
        String apart = apart(spans, opened);
        opened = placed(spans, opened);
        AxisScales scales = scales(opened);
        TimeAxis axis = scales.chart();
        Optional<PhasedTrace> traced = phases(trace, opened, why);
        List<RankReading> readings = Parallel.map(opened,
                o -> RankReading.of(o, scales, traced.map(PhasedTrace::phases).orElse(null)),
                display.start("reading", " " + run.record().member() + "s"));
        Comparability clocks = alignment.comparability();
        boolean several = !clocks.oneClock(opened.stream().filter(OpenedRank::known).map(OpenedRank::rank).toList());
        List<RankView> ranks = readings.stream().map(r -> r.shown(axis, clocks, several)).toList();
        PhaseView phases = traced
                .map(t -> phases(t, readings, axis, ranks.stream().allMatch(RankView::aligned) || !several))
                .orElse(null);
        if (phases == null && request.predicted() != null) {
            throw RunbenchException.badInput("--predicted: there are no phases of this run to compare with: " + why[0])
                    .remedy("leave it out, or run a program under MPI without --no-trace");
        }
        MessageView messages = request.messages() > 0 && traced.isPresent()
                ? MessageWalk.of(traced.get().trace(), axis, request.messages(), alignment)
                : null;
        traced.ifPresent(t -> remarks.addAll(t.trace().remarks()));
        CausalityCheck check = several && apart == null ? trace.map(this::check).orElse(null) : null;
        ClusterView chart = new ClusterView(new Headings(run, readings, remarks).heading(), axis,
                apart != null
                        ? new AlignmentQuality(AlignmentQuality.Kind.CONTRADICTED, Double.POSITIVE_INFINITY, apart)
                        : AlignmentQuality.of(clocks, ranks, periodNs(), axis, check),
                ranks, new DrawnQuantities(readings, request, scales.chartIsFine()).all(), phases,
                phases == null ? why[0] : null, messages);
        return new ClusterViews(chart, scales.times() == 1 ? chart
                : chart.in(scales.page(), new DrawnQuantities(readings, request, !scales.chartIsFine()).all()));
    }

    private OpenedRank open(Alignment.RankClock clock) {
        RankRecord rank = clock.rank();
        Recording recording = null;
        String why = rank.why();
        try {
            recording = run.recording(rank).orElse(null);
        } catch (RunbenchException e) {
            why = e.getMessage();
        }
        return OpenedRank.of(clock, recording, recording == null && why == null ? "nothing of it was recorded" : why,
                recording == null ? List.of() : metrics.apply(recording));
    }

    private Optional<MpiTrace> trace(String[] why) {
        Optional<Path> folder = run.trace();
        if (folder.isEmpty()) {
            why[0] = run.record().mpi() == null ? "no messages were traced"
                    : "the trace is gone: " + run.record().trace();
            return Optional.empty();
        }
        if (run.record().size() > 0) {
            why[0] = RankHeader.unconnected(folder.get(), run.record().size())
                    .map(RunbenchException::getMessage)
                    .orElse(null);
            if (why[0] != null) {
                return Optional.empty();
            }
        }
        try {
            return Optional.of(PhasedTrace.open(folder.get(), display));
        } catch (RunbenchException e) {
            why[0] = "the message traces cannot be read: " + e.getMessage();
            return Optional.empty();
        }
    }

    private CausalityCheck check(MpiTrace trace) {
        try {
            return CausalityCheck.of(trace, alignment, display);
        } catch (RunbenchException e) {
            remarks.add("the clocks were not checked by messages and barriers: " + e.getMessage());
            return null;
        }
    }

    /** Returns the interval from each rank's exit from MPI_Init to its entry into MPI_Finalize, in its own clock. */
    private static long[][] traced(MpiTrace trace) {
        return IntStream.range(0, trace.ranks())
                .mapToObj(r -> trace.present(r) ? new long[]{trace.initEndNanos(r), trace.endNanos(r)} : null)
                .toArray(long[][]::new);
    }

    /**
     * Returns why messages cannot be compared with samples, which happens if a rank entered a time namespace; null:
     * they can.
     */
    private static String apart(long[][] traced, List<OpenedRank> opened) {
        return opened.stream()
                .filter(o -> o.rank() < traced.length && traced[o.rank()] != null)
                .filter(o -> o.nanosApart(traced[o.rank()][0], traced[o.rank()][1]) > Recording.OTHER_CLOCK_NANOS)
                .findFirst()
                .map(o -> String.format(Locale.ROOT,
                        "Clocks contradicted: the messages of rank %d are stamped %.1f s apart from its samples."
                                + " Its program entered a"
                                + " time namespace, so messages, phases and samples cannot be compared; start"
                                + " runbench cluster in that namespace",
                        o.rank(), o.nanosApart(traced[o.rank()][0], traced[o.rank()][1]) / 1e9))
                .orElse(null);
    }

    private static List<OpenedRank> placed(long[][] traced, List<OpenedRank> opened) {
        List<OpenedRank> known = opened.stream()
                .map(o -> o.rank() < traced.length && traced[o.rank()] != null
                        ? o.traced(traced[o.rank()][0], traced[o.rank()][1])
                        : o)
                .toList();
        long start = known.stream()
                .filter(o -> o.known() && o.timeline() != null)
                .mapToLong(OpenedRank::refStart)
                .min()
                .orElse(0);
        return known.stream()
                .map(o -> o.placed(start,
                        known.stream()
                                .filter(x -> x.known() && x.clock().sharesClockWith(o.clock()))
                                .mapToLong(OpenedRank::startNs)
                                .min()
                                .orElse(o.startNs())))
                .toList();
    }

    private AxisScales scales(List<OpenedRank> opened) {
        List<OpenedRank> known = opened.stream().filter(OpenedRank::known).toList();
        if (known.isEmpty()) {
            throw RunbenchException
                    .badInput(run.folder().path() + ": nothing of any " + run.record().member()
                            + " was recorded or traced: "
                            + opened.stream()
                                    .map(OpenedRank::why)
                                    .filter(w -> w != null)
                                    .findFirst()
                                    .orElse("the run has no " + run.record().member() + "s"))
                    .remedy("run it again; runbench doctor says what this machine can measure");
        }
        return AxisScales.of(run.record().reference().host(),
                known.stream().mapToLong(OpenedRank::refStart).min().orElseThrow(),
                known.stream().mapToLong(OpenedRank::refEnd).max().orElseThrow(), periodNs(), request, pageBins);
    }

    private Optional<PhasedTrace> phases(Optional<MpiTrace> trace, List<OpenedRank> opened, String[] why) {
        if (trace.isEmpty()) {
            return Optional.empty();
        }
        Timeline[] timelines = new Timeline[trace.get().ranks()];
        Arrays.fill(timelines, Timeline.IDENTITY);
        opened.stream().filter(o -> o.rank() < timelines.length).forEach(o -> timelines[o.rank()] = o.timeline());
        try {
            PhasedTrace traced = PhasedTrace.of(trace.get(), timelines, display.start("finding phases", " events"));
            if (traced.analysis().phases().isEmpty()) {
                why[0] = "no two ranks communicated";
                return Optional.empty();
            }
            return Optional.of(traced);
        } catch (RunbenchException e) {
            why[0] = "the messages cannot be analysed: " + e.getMessage();
            return Optional.empty();
        }
    }

    private PhaseView phases(PhasedTrace traced, List<RankReading> readings, TimeAxis axis, boolean comparable) {
        PredictedRun predicted = request.predicted();
        PhaseView.Predicted whole = predicted == null ? null
                : predicted.beside(traced.trace(), traced.analysis(), comparable);
        PhaseTable table = new PhaseTable(traced, readings, periodNs(),
                comparable ? Optional.of(traced.efficiency(display.start("weighing phases", " events")))
                        : Optional.empty(),
                predicted == null ? p -> Double.NaN : predicted::secondsOf);
        List<PhaseView.PhaseKind> kinds = traced.largest()
                .stream()
                .map(p -> new PhaseView.PhaseKind(p.label(), p.activity(), traced.analysis().relevant(p)))
                .toList();
        return new PhaseView(kinds, traced.analysis().phases().size(), traced.analysis().coverage(), traced.spans(axis),
                traced.calls(axis), table.rows(), traced.stays(), traced.analysis().cpuShortages(), table.notes(),
                whole);
    }

    private long periodNs() {
        return run.record().periodNs();
    }

    /**
     * One reading of a run in two bucket widths, one a multiple of the other.
     *
     * @param chart buckets as requested for the chart
     * @param page buckets for the interactive page
     */
    public record ClusterViews(ClusterView chart, ClusterView page) {}

    /**
     * The two bucket widths of one reading of a run.
     *
     * @param fine axis with the narrow buckets
     * @param times number of narrow buckets per wide one
     * @param chartIsFine the chart uses the narrow buckets; otherwise the page does
     */
    record AxisScales(TimeAxis fine, int times, boolean chartIsFine) {
        /**
         * Selects the bucket widths.
         *
         * @param pageBins maximum number of buckets of the page
         */
        static AxisScales of(String clock, long startNs, long endNs, long periodNs, ViewRequest request, int pageBins) {
            int most = Math.max(1, Math.max(request.buckets(), pageBins));
            int least = Math.max(1, Math.min(request.buckets(), pageBins));
            TimeAxis fine = TimeAxis.of(clock, startNs, endNs, periodNs, request.withBuckets(most));
            return new AxisScales(fine, Math.max(1, (fine.buckets() + least - 1) / least),
                    request.buckets() >= pageBins);
        }

        TimeAxis chart() {
            return chartIsFine ? fine : fine.merged(times);
        }

        TimeAxis page() {
            return chartIsFine ? fine.merged(times) : fine;
        }
    }
}
