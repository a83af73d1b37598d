package runbench.pas2p.phase;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * One phase: its content, how often it occurs, how long its occurrences took. Times are wall time unless they say CPU.
 */
public final class Phase {
    private static final int KEPT_CUTS = 4;

    private final int id;
    final PhaseContent content;
    private long weight;
    private long cells;
    private long frontierNanos;
    private double frontierSquares;
    private long frontierMin = Long.MAX_VALUE;
    private long frontierMax;
    private long slowestNanos;
    private long computeNanos;
    private long mpiNanos;
    private long rankNanos;
    private long[] counts = new long[0];
    private String shape = "";
    private String name = "";
    private int[] rankOf;
    private final List<CutNumbers> cuts = new ArrayList<>();
    private final SplittableRandom random;

    Phase(int id, PhaseContent content) {
        this.id = id;
        this.content = content;
        this.random = new SplittableRandom(id);
    }

    void occurrence(int events, long frontier, long slowest, long compute, long mpi, long wallOfRanks) {
        weight++;
        cells += events;
        frontierNanos += frontier;
        frontierSquares += (double) frontier * frontier;
        frontierMin = Math.min(frontierMin, frontier);
        frontierMax = Math.max(frontierMax, frontier);
        slowestNanos += slowest;
        computeNanos += compute;
        mpiNanos += mpi;
        rankNanos += wallOfRanks;
    }

    void counted(OpenPhase open, int fromRow, int toRow) {
        if (counts.length < open.counts.length) {
            counts = new long[open.counts.length];
        }
        for (int i = 0; i < counts.length; i++) {
            for (int row = fromRow; row < toRow; row++) {
                counts[i] += open.counts[i][row];
            }
        }
    }

    /** The first two occurrences are kept, then a uniform sample of the others (reservoir). @return place, or -1 */
    int placeForCut() {
        if (cuts.size() < KEPT_CUTS) {
            return cuts.size();
        }
        long place = 2 + random.nextLong(weight - 2);
        return place < KEPT_CUTS ? (int) place : -1;
    }

    void cut(int place, CutNumbers numbers) {
        if (place == cuts.size()) {
            cuts.add(numbers);
        } else {
            cuts.set(place, numbers);
        }
    }

    void name(String shapePart, String whole, int[] rankOfLocation) {
        shape = shapePart;
        name = whole;
        rankOf = rankOfLocation;
    }

    /** Number in this trace, from 0, in order of first occurrence. */
    public int id() {
        return id;
    }

    /** Name out of types and volumes: the same phase of another run of this program and input has the same name. */
    public String name() {
        return name;
    }

    /** Its number for people, as in charts and tables: "P1" is the first. */
    public String label() {
        return "P" + (id + 1);
    }

    /** What ranks do in it, in words: "Allreduce 8 B on world"; phases that differ may read the same. */
    public String description() {
        return PhaseDescription.of(content, rankOf);
    }

    /** What ranks do in it, without volumes: "pairwise exchange", "Allreduce on world". */
    public String pattern() {
        return PhaseDescription.pattern(content, rankOf);
    }

    /** "messages" and the names of its collectives, in order of names: what does not depend on the number of ranks. */
    public String kind() {
        return content.kind();
    }

    /** Volume of its smallest message or collective. */
    public long leastBytes() {
        return content.leastBytes();
    }

    /** Volume of its largest message or collective. */
    public long mostBytes() {
        return content.mostBytes();
    }

    /** A volume as descriptions have it: "5.12 kB". */
    public static String size(long bytes) {
        return PhaseDescription.size(bytes);
    }

    /** The part of the name that does not depend on volumes: equal for the same phase with another workload. */
    public String shape() {
        return shape;
    }

    /** Length in ticks. */
    public int ticks() {
        return content.ticks;
    }

    /** Sends and collectives of all ranks in one occurrence. */
    public int events() {
        return content.cells();
    }

    /** Sends and collectives of all ranks in all occurrences; similar occurrences may have some more or fewer. */
    public long eventsOfAll() {
        return cells;
    }

    /** Messages of one occurrence. */
    public long messages() {
        return content.sends();
    }

    /** Volume of one occurrence: messages and collectives. */
    public long bytes() {
        return content.totalBytes();
    }

    /** Events of its first tick: "rank:type ..."; ranks from 0, types as in the thesis from 1. */
    public String firstTick() {
        return content.firstRow(8);
    }

    public String lastTick() {
        return content.row(content.ticks - 1, 8);
    }

    /** How often it occurs. */
    public long weight() {
        return weight;
    }

    /** Sum over its occurrences of the frontier time: the latest exit at its end minus the latest exit at its start. */
    public long frontierNanos() {
        return frontierNanos;
    }

    public double frontierMeanNanos() {
        return (double) frontierNanos / weight;
    }

    public long frontierMinNanos() {
        return frontierMin;
    }

    public long frontierMaxNanos() {
        return frontierMax;
    }

    /** Standard deviation of its occurrences' frontier times; 0 for a single one. */
    public double frontierDeviationNanos() {
        double mean = frontierMeanNanos();
        return weight < 2 ? 0 : Math.sqrt(Math.max(0, (frontierSquares - weight * mean * mean) / (weight - 1)));
    }

    /** Sum by the thesis's rule (section 4.2): the slowest process, from its first event to its last. */
    public long slowestProcessNanos() {
        return slowestNanos;
    }

    /**
     * CPU time outside MPI, summed over ranks and occurrences. More than {@link #rankNanos} where several threads of a
     * rank compute. What a rank did before its first event is in no phase, here as in the times below.
     */
    public long computeNanos() {
        return computeNanos;
    }

    /**
     * Wall time inside MPI, summed over ranks and occurrences; where several threads are in MPI at once, over threads.
     */
    public long mpiNanos() {
        return mpiNanos;
    }

    /** Wall time, summed over ranks and occurrences. */
    public long rankNanos() {
        return rankNanos;
    }

    /**
     * Events counted outside MPI, summed over ranks and occurrences, in the order of the trace's counted events; empty
     * when nothing was counted.
     */
    public long[] counts() {
        return counts.clone();
    }

    /** Cuts of some occurrences: the first, the second, and two others. */
    public List<CutNumbers> cuts() {
        return List.copyOf(cuts);
    }
}
