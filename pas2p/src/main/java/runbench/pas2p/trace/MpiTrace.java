package runbench.pas2p.trace;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import runbench.base.container.RecordWindows.ReadRecords;
import runbench.base.error.RunbenchException;
import runbench.base.progress.Progress;
import runbench.pas2p.trace.TraceRemarks.NotOrdered;

/**
 * The trace of one run of a parallel program, checked when opened. Files may be in one directory or in several (one per
 * node, collected later).
 *
 * <p>Its sequences of events are its <em>locations</em>: each rank is one, and under MPI_THREAD_MULTIPLE so is each
 * further thread that called MPI. Locations {@code 0 .. ranks() - 1} are the ranks (their threads that called
 * MPI_Init); further threads follow. Most programs have no further threads.
 */
public final class MpiTrace {
    /** Window of 32 KB: a smaller one reads with many system calls, a larger one exceeds the processor's cache. */
    private static final int WINDOW_RECORDS = 1 << 9;
    private static final int MAX_OPEN_FILES = 256;

    private final int ranks;
    private final RankScan[] scans;
    private final ReceiveOrder[] receiveOrders;
    private final Communicators communicators = new Communicators();
    private final List<String> remarks = new ArrayList<>();
    private final RankTimelines clocks;
    private final CallSites callSites;

    private MpiTrace(int ranks, RankScan[] scans, ReceiveOrder[] receiveOrders, RankTimelines clocks,
            CallSites callSites) {
        this.ranks = ranks;
        this.scans = scans;
        this.callSites = callSites;
        this.receiveOrders = receiveOrders;
        this.clocks = clocks == RankTimelines.NONE ? clocks : clocks.ofLocations(ranksOfLocations());
        for (RankScan scan : scans) {
            for (RankScan.CommDefinition c : scan == null ? List.<RankScan.CommDefinition>of() : scan.communicators) {
                if (!communicators.define(c.id(), c.size(), c.group())) {
                    remarks.add(String.format("communicator %08x has other members on rank %d than on a rank before it",
                            c.id(), scan.header.rank()));
                }
            }
        }
    }

    /** Opens a trace as {@link #open(Collection, RankTimelines, Progress)}, in the clocks of the nodes. */
    public static MpiTrace open(Path directory) {
        return open(List.of(directory), RankTimelines.NONE, Progress.NONE);
    }

    /**
     * Finds the rank files in directories and in their immediate subdirectories, reads and checks them.
     *
     * @param progress receives the number of bytes read
     * @throws RunbenchException there is no trace, or the files belong to several runs
     */
    public static MpiTrace open(Collection<Path> places, RankTimelines clocks, Progress progress) {
        List<String> unreadable = new ArrayList<>();
        RankHeader[] headers = TraceFiles.find(places, unreadable);
        RankScan[] scans = new RankScan[headers.length];
        ReceiveOrder[] orders = new ReceiveOrder[headers.length];
        TraceFiles.scan(headers, scans, orders, progress);
        int ranks = Arrays.stream(headers).filter(h -> h != null).mapToInt(RankHeader::ranks).findFirst().orElse(0);
        MpiTrace trace = new MpiTrace(ranks, scans, orders, clocks, new CallSites(scans));
        trace.remarks.addAll(0, unreadable);
        trace.remarks.addAll(TraceRemarks.of(trace));
        return trace;
    }

    /** Returns calls of all ranks without a place in the logical order, and so in no phase, the longest first. */
    public List<NotOrdered> notOrdered() {
        return NotOrdered.of(Arrays.stream(scans).filter(s -> s != null).map(s -> s.trailer).toList());
    }

    /** Returns the processor use of the ranks whose kernel reported it. */
    public List<ProcessorUse> processorUse() {
        return IntStream.range(0, ranks)
                .filter(this::present)
                .mapToObj(r -> ProcessorUse.of(r, scans[r].trailer, "cpu"))
                .flatMap(Optional::stream)
                .toList();
    }

    /** Returns the time that tracing took; empty: the files do not state it. */
    public Optional<TracingCost> tracingCost() {
        return TracingCost.of(this);
    }

    /** Returns the size of MPI_COMM_WORLD. */
    public int ranks() {
        return ranks;
    }

    /** Returns the number of locations: {@link #ranks()}, and further threads of ranks. */
    public int locations() {
        return scans.length;
    }

    /** Returns the world rank of a location. */
    public int rankOf(int location) {
        return location < ranks ? location : scans[location].header.rank();
    }

    /** Returns {@link #rankOf} every location. */
    public int[] ranksOfLocations() {
        return IntStream.range(0, locations()).map(this::rankOf).toArray();
    }

    /** Returns the number of the thread in its rank; 0 called MPI_Init. */
    public int threadOf(int location) {
        return location < ranks ? 0 : scans[location].header.thread();
    }

    /** Returns false if there is no readable file of a location. */
    public boolean present(int location) {
        return scans[location] != null;
    }

    /** Returns true if all ranks' files exist and were written to their ends. */
    public boolean complete() {
        return Arrays.stream(scans).allMatch(s -> s != null && s.complete && s.finalised);
    }

    /** Returns true if the file of a rank was written to its end. */
    public boolean complete(int rank) {
        return scans[rank] != null && scans[rank].complete;
    }

    /** Returns remarks for readers of the results: missing ranks, damage; empty for an intact trace. */
    public List<String> remarks() {
        return List.copyOf(remarks);
    }

    public Communicators communicators() {
        return communicators;
    }

    /**
     * Returns the world ranks of each communicator's members in this trace, in the communicator's order, by its
     * identity.
     */
    public Map<Integer, int[]> members() {
        Map<Integer, TreeMap<Integer, Integer>> byPlace = new TreeMap<>();
        for (RankScan scan : scans) {
            if (scan != null) {
                for (RankScan.CommDefinition c : scan.communicators) {
                    byPlace.computeIfAbsent(c.id(), id -> new TreeMap<>()).put(c.rankInIt(), scan.header.rank());
                }
            }
        }
        Map<Integer, int[]> members = new LinkedHashMap<>();
        byPlace.forEach((id, m) -> members.put(id, m.values().stream().mapToInt(Integer::intValue).toArray()));
        return members;
    }

    /** Returns the earliest exit of a recorded rank from MPI_Init: no event in the trace is earlier. */
    public long firstInitEndNanos() {
        return presentRanks().filter(r -> eventsOf(r) > 0).mapToLong(this::initEndNanos).min().orElse(0);
    }

    /** Returns the places in the program that call MPI. */
    public CallSites callSites() {
        return callSites;
    }

    /** Returns the conversion from the clock of each location's node to one time. */
    public RankTimelines clocks() {
        return clocks;
    }

    /** Returns the results of checking the file of a location; null: no file. */
    RankScan scan(int location) {
        return scans[location];
    }

    public RankHeader header(int rank) {
        return scans[rank].header;
    }

    /** Returns the order of receives of a location. */
    public ReceiveOrder receiveOrder(int location) {
        return receiveOrders[location];
    }

    /** Returns the number of sends, receives and collectives of all ranks. */
    public long events() {
        return sum(RankScan::events);
    }

    public long sends() {
        return sum(s -> s.sends);
    }

    public long receives() {
        return sum(s -> s.receives);
    }

    public long collectives() {
        return sum(s -> s.collectives);
    }

    public long eventsOf(int rank) {
        return scans[rank] == null ? 0 : scans[rank].events();
    }

    private long sum(java.util.function.ToLongFunction<RankScan> part) {
        return Arrays.stream(scans).filter(s -> s != null).mapToLong(part).sum();
    }

    /** Returns the exit of a rank from MPI_Init; for a further thread, its first call. */
    public long initEndNanos(int location) {
        return clocks.toReference(location, firstNodeNanos(location));
    }

    /** Returns the time of a location's first event, in the clock of its node. */
    long firstNodeNanos(int location) {
        return scans[location].initEnd;
    }

    /** Returns the time of a location's end, in the clock of its node. */
    long lastNodeNanos(int location) {
        RankScan scan = scans[location];
        return scan.finalizeStart > 0 ? scan.finalizeStart : scan.lastEnd;
    }

    /** Returns true if a rank called MPI_Finalize. */
    public boolean finalised(int rank) {
        return scans[rank] != null && scans[rank].finalised;
    }

    /** Returns true if the entry of a location into MPI_Finalize, or the end of its thread, was recorded. */
    public boolean ended(int location) {
        return scans[location] != null && scans[location].finalizeStart > 0;
    }

    /** Returns the wall time inside MPI from MPI_Init to that end, ns; 0: not recorded. */
    public long mpiNanosAtEnd(int location) {
        return scans[location].mpiAtEnd;
    }

    /** Returns the CPU time outside MPI from MPI_Init to that end, ns; 0: not recorded. */
    public long computeNanosAtEnd(int location) {
        return scans[location].computeAtEnd;
    }

    /** Returns the number of calls of each MPI function by all locations, by its name; empty: not counted. */
    public Map<String, Long> calls() {
        Map<String, Long> calls = new TreeMap<>();
        Arrays.stream(scans)
                .filter(s -> s != null)
                .forEach(s -> s.trailer.path("calls")
                        .forEachEntry((name, count) -> calls.merge(name, count.asLong(), Long::sum)));
        return calls;
    }

    /** Returns the entry of a rank into MPI_Finalize; without it, the end of its last recorded call. */
    public long endNanos(int rank) {
        return clocks.toReference(rank, lastNodeNanos(rank));
    }

    /** Returns the last exit of a rank from MPI_Init. */
    public long runStartNanos() {
        return presentRanks().mapToLong(this::initEndNanos).max().orElse(0);
    }

    /** Returns the last entry of a rank into MPI_Finalize, or the end of its last recorded call. */
    public long runEndNanos() {
        return presentRanks().mapToLong(this::endNanos).max().orElse(0);
    }

    private IntStream presentRanks() {
        return IntStream.range(0, ranks).filter(this::present);
    }

    /** Returns the names of the events that every rank counted outside MPI; empty: none, or ranks differ. */
    public List<String> countedEvents() {
        List<String> names = null;
        for (RankScan scan : scans) {
            if (scan == null) {
                continue;
            }
            if (names != null && !names.equals(scan.header.countedEvents())) {
                return List.of();
            }
            names = scan.header.countedEvents();
        }
        return names == null ? List.of() : names;
    }

    /** Returns the method and mode of counting, in words. */
    public String countedAs() {
        return Arrays.stream(scans).filter(s -> s != null).findFirst().map(s -> s.header.countedAs()).orElse("");
    }

    /** Returns the same trace in other clocks. */
    public MpiTrace in(RankTimelines other) {
        MpiTrace shifted = new MpiTrace(ranks, scans, receiveOrders, other, callSites);
        shifted.remarks.clear();
        shifted.remarks.addAll(remarks);
        return shifted;
    }

    /** Returns a new walk over the events of a location; of a missing rank, an empty one. */
    public EventCursor cursor(int location) {
        RankScan scan = scans[location];
        if (scan == null) {
            return new RecordCursor(new ReadRecords(Path.of(""), 0, TraceFormat.RECORD_BYTES, 0, 1, true));
        }
        return scan.cursor(WINDOW_RECORDS, scans.length <= MAX_OPEN_FILES);
    }
}
