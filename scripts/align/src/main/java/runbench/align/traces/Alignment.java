package runbench.align.traces;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import runbench.align.run.ClusterRun;
import runbench.align.run.RankRecord;
import runbench.align.run.RankState;
import runbench.base.error.RunbenchException;
import runbench.base.timeline.Timeline;
import runbench.sync.model.ModelFile;
import runbench.sync.model.NodeModel;

/**
 * The clocks of a run's ranks: for each rank the timeline from its CLOCK_MONOTONIC, which stamps recordings and traces,
 * to the reference's.
 */
public final class Alignment {
    /** The way in which a rank's stamps are mapped to the reference axis. */
    public enum How {
        /** The rank shares the reference's clock: exact. */
        SAME_CLOCK,
        /** A clock model from windows before, during or after the run. */
        MODEL,
        /** The relation of the rank's clock to the reference is unknown: its times must not be compared with others. */
        NOT_ALIGNED;

        /** Returns the name in files and tables. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * One rank's clock.
     *
     * @param rank the rank
     * @param how the way of alignment
     * @param model clock model; null except for {@link How#MODEL}
     * @param way timeline from CLOCK_MONOTONIC of the rank's host to that of the reference, ns; null: not aligned
     * @param why reason why it is not aligned; null: it is
     */
    public record RankClock(RankRecord rank, How how, NodeModel model, Timeline way, String why) {
        private static RankClock none(RankRecord rank, String why) {
            return new RankClock(rank, How.NOT_ALIGNED, null, null, why);
        }

        /**
         * Returns the timeline from CLOCK_MONOTONIC of the rank's host to that of the reference, ns; empty: not
         * aligned.
         */
        public Optional<Timeline> timeline() {
            return Optional.ofNullable(way);
        }

        /** Returns an identifier that is equal for all ranks stamped by one clock. */
        String clockName() {
            return rank.clockId() == null || rank.clockId().isEmpty() ? rank.host() : rank.clockId();
        }

        /** Returns whether both ranks were stamped by one clock, so that time differences between them are exact. */
        public boolean sharesClockWith(RankClock other) {
            if (rank.state() == RankState.MISSING || other.rank.state() == RankState.MISSING) {
                return false;
            }
            return clockName().equals(other.clockName());
        }
    }

    private final ClusterRun run;
    private final List<RankClock> clocks = new ArrayList<>();
    private final Map<Integer, RankClock> byRank = new HashMap<>();

    private Alignment(ClusterRun run) {
        this.run = run;
    }

    /** Determines each rank's clock: the reference's own or its host's model. */
    public static Alignment of(ClusterRun run) {
        Alignment alignment = new Alignment(run);
        Map<String, NodeModel> models = new HashMap<>();
        for (RankRecord rank : run.ranks()) {
            RankClock clock = alignment.clock(rank, models);
            alignment.clocks.add(clock);
            alignment.byRank.put(rank.rank(), clock);
        }
        return alignment;
    }

    private RankClock clock(RankRecord rank, Map<String, NodeModel> models) {
        if (rank.state() == RankState.MISSING) {
            return RankClock.none(rank, rank.why());
        }
        String own = run.record().reference().clockId();
        if (own != null && !own.isEmpty() && own.equals(rank.clockId())) {
            return new RankClock(rank, How.SAME_CLOCK, null, Timeline.IDENTITY, null);
        }
        if (run.record().clocks() == null) {
            return RankClock.none(rank, "no clock was measured");
        }
        Path file = run.folder().path().resolve(run.record().clocks()).resolve(rank.host() + ".model.json");
        if (!Files.exists(file)) {
            return RankClock.none(rank, "the clock of " + rank.host() + " could not be measured");
        }
        NodeModel model = models.computeIfAbsent(rank.host(), host -> ModelFile.read(file));
        if (!model.source().equals("monotonic") && !model.source().equals(NodeModel.VIRTUAL)) {
            throw RunbenchException
                    .badInput(file + ": a model of the clock '" + model.source()
                            + "'; recordings and traces are stamped by CLOCK_MONOTONIC")
                    .remedy("measure with --clock monotonic");
        }
        if (!model.referenceSource().equals("monotonic") && !model.referenceSource().equals(NodeModel.UNKNOWN)) {
            throw RunbenchException
                    .badInput(file + ": a model against the clock '" + model.referenceSource() + "' of "
                            + model.reference() + "; the run's time is its CLOCK_MONOTONIC")
                    .remedy("measure with --clock monotonic");
        }
        return new RankClock(rank, How.MODEL, model, model.timeline(), null);
    }

    public ClusterRun run() {
        return run;
    }

    /** Returns one clock per rank, in the order of the run's ranks. */
    public List<RankClock> clocks() {
        return List.copyOf(clocks);
    }

    /**
     * Returns the clock of a rank.
     *
     * @throws IllegalArgumentException the run has no such rank
     */
    public RankClock clock(int rank) {
        RankClock clock = byRank.get(rank);
        if (clock == null) {
            throw new IllegalArgumentException("no rank " + rank + " in this run");
        }
        return clock;
    }

    /** Returns whether the run's record contains a rank. */
    public boolean has(int rank) {
        return byRank.containsKey(rank);
    }

    /** Returns the test to apply before times of different ranks are compared. */
    public Comparability comparability() {
        return new Comparability(this);
    }

    /** Returns whether any rank needs a clock model, so that times of different hosts have errors. */
    public boolean severalClocks() {
        return clocks.stream().anyMatch(c -> c.how() != How.SAME_CLOCK);
    }
}
