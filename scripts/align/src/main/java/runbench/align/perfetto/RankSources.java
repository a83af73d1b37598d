package runbench.align.perfetto;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import runbench.align.log.LogReading;
import runbench.align.run.RankRecord;
import runbench.align.traces.Alignment;
import runbench.base.error.RunbenchException;
import runbench.base.timeline.Timeline;
import runbench.parser.record.Recording;
import runbench.parser.series.Periods;
import runbench.pas2p.trace.MpiTrace;
import runbench.pas2p.trace.RankTimelines;
import runbench.sync.eventlog.LogFolder;
import runbench.sync.eventlog.LogMerge.LogSource;

/** The ranks of a run that have data, on one axis. Ranks that are not aligned start with the run. */
final class RankSources {
    /**
     * A rank with a recording.
     *
     * @param rank the rank
     * @param periods its recording
     */
    record Source(RankRecord rank, Periods periods) {}

    private final Alignment alignment;
    private final List<Source> recorded = new ArrayList<>();
    private final Map<Integer, Timeline> timelines = new HashMap<>();
    private final List<String> remarks = new ArrayList<>();
    private MpiTrace trace;
    private long origin = Long.MAX_VALUE;

    private RankSources(Alignment alignment) {
        this.alignment = alignment;
    }

    /**
     * Opens the ranks.
     *
     * @param unaligned trace with unchanged stamps; null: none
     */
    static RankSources of(Alignment alignment, MpiTrace unaligned) {
        RankSources sources = new RankSources(alignment);
        alignment.clocks().forEach(sources::open);
        sources.start(unaligned);
        alignment.clocks().forEach(clock -> sources.align(clock, unaligned));
        if (unaligned != null) {
            sources.trace = sources.inReferenceTime(unaligned);
            sources.remarks.addAll(sources.trace.remarks());
        }
        return sources;
    }

    private void open(Alignment.RankClock clock) {
        RankRecord rank = clock.rank();
        Optional<Recording> recording;
        try {
            recording = alignment.run().recording(rank);
        } catch (RunbenchException e) {
            remarks.add(rank.title() + " has no counters: " + e.getMessage());
            return;
        }
        if (recording.isEmpty()) {
            remarks.add(
                    rank.title() + " has no counters: " + (rank.why() == null ? "nothing was recorded" : rank.why()));
        } else if (recording.get().metadata().countsInstructions()) {
            remarks.add(
                    rank.title() + " has no counters: it counts instructions, time does not exist in its recording");
        } else {
            recorded.add(new Source(rank, Periods.of(recording.get())));
        }
    }

    /** Determines the start of the first aligned rank. */
    private void start(MpiTrace unaligned) {
        for (Alignment.RankClock clock : alignment.clocks()) {
            Optional<Long> own = firstStamp(clock.rank().rank(), unaligned);
            if (clock.timeline().isPresent() && own.isPresent()) {
                origin = Math.min(origin, clock.timeline().get().refNanos(own.get()));
            }
        }
        if (origin == Long.MAX_VALUE) {
            origin = 0;
        }
    }

    private void align(Alignment.RankClock clock, MpiTrace unaligned) {
        int rank = clock.rank().rank();
        timelines.put(rank, clock.timeline().orElseGet(() -> {
            remarks.add(clock.rank().title() + " is not aligned (" + clock.why()
                    + "): it is drawn as if it had begun with the others");
            return Timeline.IDENTITY.shifted(origin - firstStamp(rank, unaligned).orElse(origin));
        }));
    }

    /** Returns a rank's first stamp in its CLOCK_MONOTONIC. */
    private Optional<Long> firstStamp(int rank, MpiTrace unaligned) {
        long first = recorded.stream()
                .filter(s -> s.rank().rank() == rank)
                .mapToLong(s -> s.periods().startWallNanos())
                .min()
                .orElse(Long.MAX_VALUE);
        if (unaligned != null && rank < unaligned.ranks() && unaligned.present(rank) && unaligned.eventsOf(rank) > 0) {
            first = Math.min(first, unaligned.initEndNanos(rank));
        }
        return first == Long.MAX_VALUE ? Optional.empty() : Optional.of(first);
    }

    private MpiTrace inReferenceTime(MpiTrace unaligned) {
        Timeline[] ofRank = new Timeline[unaligned.ranks()];
        for (int r = 0; r < ofRank.length; r++) {
            ofRank[r] = timelines.getOrDefault(r, Timeline.IDENTITY);
        }
        return unaligned.in(RankTimelines.of(unaligned, ofRank));
    }

    List<Source> recorded() {
        return recorded;
    }

    ArchiveAxis axis() {
        return new ArchiveAxis(timelines, origin);
    }

    /** Returns the trace in the reference's time; null: none. */
    MpiTrace trace() {
        return trace;
    }

    List<String> remarks() {
        return remarks;
    }

    /** Returns the application logs on the archive's axis, with the rank's name as node. */
    Map<String, Integer> logs(List<LogSource> into) {
        Map<String, Integer> ranks = new HashMap<>();
        for (Alignment.RankClock clock : alignment.clocks()) {
            RankRecord rank = clock.rank();
            LogFolder log = LogReading.of(alignment.run(), rank);
            List<LogSource> sources = LogReading.sources(log, clock, timelines.get(rank.rank()));
            sources.forEach(s -> ranks.put(s.node(), rank.rank()));
            into.addAll(sources);
        }
        return ranks;
    }

    /** Returns the name of a rank's process. */
    String name(int rank) {
        Alignment.RankClock clock = alignment.clocks()
                .stream()
                .filter(c -> c.rank().rank() == rank)
                .findFirst()
                .orElse(null);
        return clock == null ? "rank " + rank
                : clock.rank().title() + " (" + clock.rank().host()
                        + (clock.how() == Alignment.How.NOT_ALIGNED ? ", NOT ALIGNED)" : ")");
    }
}
