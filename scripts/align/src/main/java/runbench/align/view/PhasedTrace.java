package runbench.align.view;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import runbench.base.progress.Progress;
import runbench.base.progress.Progress.ProgressDisplay;
import runbench.base.timeline.Timeline;
import runbench.pas2p.efficiency.EfficiencyAnalysis;
import runbench.pas2p.phase.CallSpans;
import runbench.pas2p.phase.Phase;
import runbench.pas2p.phase.PhaseAnalysis;
import runbench.pas2p.phase.PhaseOptions;
import runbench.pas2p.phase.RankPhases;
import runbench.pas2p.phase.RankSpans;
import runbench.pas2p.session.SourceLines;
import runbench.pas2p.trace.MpiTrace;
import runbench.pas2p.trace.RankTimelines;

/** The messages of a run on its time axis and the phases found in them. */
final class PhasedTrace {
    /** Number of phases with their own row and colour. */
    private static final int MAX_KINDS = 8;
    /** Resolution of the phase strip; more than the width of a chart in pixels. */
    private static final int COLUMNS = 4000;
    private static final int MAX_CALL_RANKS = 64;

    private final MpiTrace trace;
    private final PhaseAnalysis analysis;
    private final RankPhases phases;

    private PhasedTrace(MpiTrace trace, PhaseAnalysis analysis, RankPhases phases) {
        this.trace = trace;
        this.analysis = analysis;
        this.phases = phases;
    }

    /** Opens the traces with unchanged stamps. */
    static MpiTrace open(Path folder, ProgressDisplay display) {
        MpiTrace trace = MpiTrace.open(List.of(folder), RankTimelines.NONE, display.start("checking messages", "B"));
        SourceLines.name(trace, folder);
        return trace;
    }

    /**
     * Finds phases.
     *
     * @param timelines one per rank of the trace, as used for the recordings
     */
    static PhasedTrace of(MpiTrace trace, Timeline[] timelines, Progress progress) {
        MpiTrace placed = trace.in(RankTimelines.of(trace, timelines));
        PhaseAnalysis analysis = PhaseAnalysis.of(placed, PhaseOptions.DEFAULT, progress);
        return new PhasedTrace(placed, analysis, analysis.rankPhases().orElseThrow());
    }

    MpiTrace trace() {
        return trace;
    }

    /** Returns the efficiencies of the phases; needs another pass over the messages. */
    EfficiencyAnalysis efficiency(Progress progress) {
        return EfficiencyAnalysis.of(trace, analysis, progress);
    }

    PhaseAnalysis analysis() {
        return analysis;
    }

    RankPhases phases() {
        return phases;
    }

    /** Returns the phases with the most time, in order of first appearance. */
    List<Phase> largest() {
        return analysis.phases()
                .stream()
                .sorted(Comparator.comparingDouble(analysis::shareOf).reversed())
                .limit(MAX_KINDS)
                .sorted(Comparator.comparingInt(Phase::id))
                .toList();
    }

    /** Returns the stays in the largest phases. */
    List<PhaseStays> stays() {
        List<Phase> largest = largest();
        return IntStream.range(0, largest.size()).mapToObj(k -> PhaseStays.of(phases, largest.get(k).id(), k)).toList();
    }

    /** Returns the states of at most {@link #MAX_CALL_RANKS} ranks, evenly spaced. */
    PhaseView.CallView calls(TimeAxis axis) {
        int rows = Math.min(MAX_CALL_RANKS, phases.ranks());
        int[] ranks = IntStream.range(0, rows).map(i -> (int) ((long) i * phases.ranks() / rows)).toArray();
        CallSpans calls = CallSpans.of(trace, ranks, axis.refNanos(axis.fromS()), axis.refNanos(axis.toS()), COLUMNS);
        List<PhaseView.RankPhaseSpans> spans = new ArrayList<>();
        for (int i = 0; i < ranks.length; i++) {
            int[] kinds = calls.kinds(i);
            spans.add(new PhaseView.RankPhaseSpans(ranks[i], kinds,
                    LongStream.of(calls.starts(i)).mapToDouble(axis::seconds).toArray(),
                    LongStream.of(calls.ends(i)).mapToDouble(axis::seconds).toArray()));
        }
        return new PhaseView.CallView(calls.names(), spans);
    }

    /** Returns the spans, one entry per rank of the trace. */
    List<PhaseView.RankPhaseSpans> spans(TimeAxis axis) {
        int[] kindOf = new int[analysis.phases().size()];
        Arrays.fill(kindOf, -1);
        List<Phase> largest = largest();
        for (int k = 0; k < largest.size(); k++) {
            kindOf[largest.get(k).id()] = k;
        }
        RankSpans spans = RankSpans.of(phases, trace.clocks(), axis.refNanos(axis.fromS()), axis.refNanos(axis.toS()),
                COLUMNS, kindOf);
        List<List<Integer>> ofRank = new ArrayList<>();
        for (int r = 0; r < phases.ranks(); r++) {
            ofRank.add(new ArrayList<>());
        }
        for (int i = 0; i < spans.size(); i++) {
            ofRank.get(spans.row(i)).add(i);
        }
        List<PhaseView.RankPhaseSpans> all = new ArrayList<>();
        for (int r = 0; r < ofRank.size(); r++) {
            List<Integer> own = ofRank.get(r);
            all.add(new PhaseView.RankPhaseSpans(r, own.stream().mapToInt(spans::kind).toArray(),
                    own.stream().mapToDouble(i -> axis.seconds(spans.start(i))).toArray(),
                    own.stream().mapToDouble(i -> axis.seconds(spans.end(i))).toArray()));
        }
        return all;
    }
}
