package runbench.pas2p.phase;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import runbench.pas2p.order.EventType;
import runbench.pas2p.trace.CallSites;

/** One phase: content, number of occurrences, and their times. Times are wall time unless stated as CPU time. */
public final class Phase {
    private static final int KEPT_CUTS = 4;
    private static final int MAX_ACTIVITY_LENGTH = 100;
    private static final String ELLIPSIS = ", ...";

    private final int id;
    final PhaseContent content;
    /** The occurrence with the most events. The first one of a pipeline has only the events of its first rank. */
    private PhaseContent fullest;
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
    private CallSites callSites;
    private final List<CutNumbers> cuts = new ArrayList<>();
    private final SplittableRandom random;
    /** Null: not needed yet. */
    private RankOperations operations;
    private boolean reordered;

    Phase(int id, PhaseContent content) {
        this.id = id;
        this.content = content;
        fullest = content;
        this.random = new SplittableRandom(id);
    }

    /**
     * Adds an occurrence.
     *
     * @param frontier its duration by the frontier, ns
     */
    void occurrence(OpenPhase open, int fromRow, int toRow, long frontier) {
        weight++;
        frontierNanos += frontier;
        frontierSquares += (double) frontier * frontier;
        frontierMin = Math.min(frontierMin, frontier);
        frontierMax = Math.max(frontierMax, frontier);
        if (counts.length < open.counts.length) {
            counts = new long[open.counts.length];
        }
        for (int i = open.rowStart[fromRow]; i < open.rowStart[toRow]; i++) {
            cells += open.type[i] > 0 ? 1 : 0;
            computeNanos += open.computeNanos[i];
            mpiNanos += open.mpiNanos[i];
            rankNanos += open.wallNanos[i];
            for (int c = 0; c < counts.length; c++) {
                counts[c] += open.counts[c][i];
            }
        }
    }

    /** Adds the time of an occurrence by the thesis's rule, ns. */
    void slowestProcess(long nanos) {
        slowestNanos += nanos;
    }

    /** Takes over the content of an occurrence that has more events than all before. */
    void described(OpenPhase open, int fromRow, int toRow) {
        if (open.rowStart[toRow] - open.rowStart[fromRow] > fullest.cells()) {
            fullest = new PhaseContent(open, fromRow, toRow);
        }
    }

    /**
     * Counts the events of the latest occurrence and may store its cuts.
     *
     * @param behind number of sends and collectives by location before the occurrence; advanced to its end
     * @param more true: further occurrences than the first may be stored
     * @return true if the number of stored cuts grew
     */
    boolean cut(int[] behind, OpenPhase open, int fromRow, int toRow, boolean more) {
        int place = weight == 1 || more ? placeForCut() : -1;
        int[] start = place < 0 ? null : behind.clone();
        // Receives do not count: the order in which they complete is not deterministic.
        for (int i = open.rowStart[fromRow]; i < open.rowStart[toRow]; i++) {
            behind[open.rank[i]] += open.type[i] > 0 ? 1 : 0;
        }
        if (place < 0) {
            return false;
        }
        CutNumbers numbers = new CutNumbers(weight - 1, start, behind.clone());
        if (place < cuts.size()) {
            cuts.set(place, numbers);
            return false;
        }
        return cuts.add(numbers);
    }

    /**
     * Selects the stored cuts: the first two occurrences, then a uniform sample of the others (reservoir). Returns the
     * position, or -1.
     */
    private int placeForCut() {
        if (cuts.size() < KEPT_CUTS) {
            return cuts.size();
        }
        long place = 2 + random.nextLong(weight - 2);
        return place < KEPT_CUTS ? (int) place : -1;
    }

    /** Returns the operations of the first occurrence by rank. */
    RankOperations operations() {
        if (operations == null) {
            operations = new RankOperations(content);
        }
        return operations;
    }

    /** Marks an occurrence whose operations come in another order than those of the first. */
    void reordered() {
        reordered = true;
    }

    /** Returns true if its operations come in several orders. */
    boolean isReordered() {
        return reordered;
    }

    void name(String shapePart, String whole, int[] rankOfLocation, CallSites sites) {
        shape = shapePart;
        name = whole;
        rankOf = rankOfLocation;
        callSites = sites;
    }

    /** Returns the number in this trace, from 0, in order of first occurrence. */
    public int id() {
        return id;
    }

    /**
     * Returns the name, derived from types and volumes: equal for the same phase of another run of this program and
     * input.
     */
    public String name() {
        return name;
    }

    /** Returns the displayed number, as in charts and tables: "P1" is the first. */
    public String label() {
        return "P" + (id + 1);
    }

    /**
     * Returns the actions of the ranks, in words: "Allreduce 8 B on world"; different phases may have the same
     * description.
     */
    public String description() {
        return PhaseDescription.of(fullest, rankOf);
    }

    /** Returns the indexes of its call sites in {@link CallSites#all}, those with most events first. */
    public List<Integer> callSites() {
        return fullest.callSites(callSites);
    }

    /** Returns its call sites in words: "exchange_3 (exchange_3.f:87) and 3 others"; empty: not known. */
    public String calledFrom() {
        return callSites.text(callSites());
    }

    /** Returns its call sites, if they are known, and the actions of the ranks, in at most 100 characters. */
    public String activity() {
        return activity(calledFrom(), description());
    }

    /**
     * Joins call sites and actions for tables; {@link #description} has the whole text. A summary, which ends with a
     * semicolon, replaces the actions that do not fit.
     *
     * @param calledFrom call sites in words; empty: not known
     * @return at most 100 characters
     */
    public static String activity(String calledFrom, String description) {
        String whole = calledFrom.isEmpty() ? description : calledFrom + ": " + description;
        if (whole.length() <= MAX_ACTIVITY_LENGTH) {
            return whole;
        }
        int summary = whole.lastIndexOf("; ", MAX_ACTIVITY_LENGTH - ELLIPSIS.length());
        int end = summary >= 0 ? summary : whole.lastIndexOf(", ", MAX_ACTIVITY_LENGTH - ELLIPSIS.length());
        return whole.substring(0,
                summary >= 0 || end > MAX_ACTIVITY_LENGTH / 3 ? end : MAX_ACTIVITY_LENGTH - ELLIPSIS.length())
                + ELLIPSIS;
    }

    /** Returns the actions of the ranks without volumes: "pairwise exchange", "Allreduce on world". */
    public String pattern() {
        return PhaseDescription.pattern(fullest, rankOf);
    }

    /** Returns "messages" and the names of its collectives, in order of names; independent of the number of ranks. */
    public String kind() {
        return content.kind();
    }

    /** Returns the volume of its smallest message or collective, bytes. */
    public long minBytes() {
        return content.minBytes();
    }

    /** Returns the volume of its largest message or collective, bytes. */
    public long maxBytes() {
        return content.maxBytes();
    }

    /** Calls the visitor for each message of one occurrence; the messages of a rank are in its own order. */
    public void forEachSend(SendVisitor visitor) {
        for (int i = 0; i < fullest.cells(); i++) {
            long type = fullest.type(i);
            if (type > 0 && !EventType.isCollective(type)) {
                visitor.send(rankOf[fullest.rank(i)], (int) type - 1, fullest.bytes(i));
            }
        }
    }

    /** Receiver of messages: world ranks, and the volume in bytes. */
    @FunctionalInterface
    public interface SendVisitor {
        void send(int from, int to, long bytes);
    }

    /** Returns a volume in the format of descriptions: "5.12 kB". */
    public static String size(long bytes) {
        return PhaseDescription.size(bytes);
    }

    /** Returns the part of the name that does not depend on volumes: equal for the same phase with another workload. */
    public String shape() {
        return shape;
    }

    /** Returns the length in ticks. */
    public int ticks() {
        return content.ticks;
    }

    /** Returns the sends and collectives of all ranks in one occurrence. */
    public int events() {
        return content.cells();
    }

    /**
     * Returns the sends and collectives of all ranks in all occurrences; similar occurrences may have slightly
     * different numbers.
     */
    public long eventsOfAll() {
        return cells;
    }

    /** Returns the messages of one occurrence. */
    public long messages() {
        return content.sends();
    }

    /** Returns the volume of one occurrence, bytes: messages and collectives. */
    public long bytes() {
        return content.totalBytes();
    }

    /** Returns the events of its first tick: "rank:type ..."; ranks from 0, types from 1 as in the thesis. */
    public String firstTick() {
        return content.firstRow(8);
    }

    public String lastTick() {
        return content.row(content.ticks - 1, 8);
    }

    /** Returns the number of occurrences. */
    public long weight() {
        return weight;
    }

    /**
     * Returns the sum of its occurrences' frontier times, ns: the latest exit at the end minus the latest exit at the
     * start.
     */
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

    /** Returns the standard deviation of its occurrences' frontier times, ns; 0 for a single one. */
    public double frontierDeviationNanos() {
        double mean = frontierMeanNanos();
        return weight < 2 ? 0 : Math.sqrt(Math.max(0, (frontierSquares - weight * mean * mean) / (weight - 1)));
    }

    /**
     * Returns the sum by the thesis's rule (section 4.2), ns: the slowest process, from its first event in an
     * occurrence to its first event in a later one.
     */
    public long slowestProcessNanos() {
        return slowestNanos;
    }

    /**
     * Returns the CPU time outside MPI, ns, summed over ranks and occurrences. It exceeds {@link #rankNanos} if several
     * threads of a rank compute. The time before a rank's first event is in no phase, here and in the times below.
     */
    public long computeNanos() {
        return computeNanos;
    }

    /**
     * Returns the wall time inside MPI, ns, summed over ranks and occurrences; over threads if several are in MPI
     * simultaneously.
     */
    public long mpiNanos() {
        return mpiNanos;
    }

    /** Returns the wall time, ns, summed over ranks and occurrences. */
    public long rankNanos() {
        return rankNanos;
    }

    /**
     * Returns the counts outside MPI, summed over ranks and occurrences, in the order of the trace's counted events;
     * empty: not counted.
     */
    public long[] counts() {
        return counts.clone();
    }

    /** Returns the cuts of some occurrences: the first, the second, and two others. */
    public List<CutNumbers> cuts() {
        return List.copyOf(cuts);
    }

    /**
     * The start and end of one occurrence on each rank, counted in sends and collectives: events {@code start[r] + 1 ..
     * end[r]} of rank r belong to it. "After the last send or collective before the phase" is a consistent cut, which a
     * later run finds by counting.
     *
     * @param occurrence serial number of the occurrence within its phase, from 0
     */
    public record CutNumbers(long occurrence, int[] start, int[] end) {
        @Override
        public boolean equals(Object other) {
            return other instanceof CutNumbers o && occurrence == o.occurrence && Arrays.equals(start, o.start)
                    && Arrays.equals(end, o.end);
        }

        @Override
        public int hashCode() {
            return Long.hashCode(occurrence) * 31 + Arrays.hashCode(start);
        }
    }
}
