package runbench.align.traces;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import runbench.align.run.ClusterRecord;
import runbench.align.traces.BarrierResiduals.BarrierLike;
import runbench.base.error.RunbenchException;
import runbench.base.progress.Progress;
import runbench.base.timeline.PlacedStamp;
import runbench.pas2p.order.LogicalSweep;
import runbench.pas2p.order.LogicalTrace.OrderRule;
import runbench.pas2p.order.SweepSink;
import runbench.pas2p.trace.EventCursor;
import runbench.pas2p.trace.MpiTrace;
import runbench.pas2p.trace.TraceCopy;
import runbench.pas2p.trace.TraceFormat;

/**
 * Writes a copy of a trace on the reference axis in which no message is received before it is sent and no rank leaves a
 * barrier before all have entered. Stamps move forwards only, and by the smallest necessary amount. The trace itself is
 * not changed.
 */
final class CorrectedTrace implements SweepSink {
    /** A rank in a collective of this tick. */
    private record Member(int location, long key) {}

    private final MpiTrace trace;
    private final TraceClocks clocks;
    private final ShiftedRank[] shifted;
    private final List<Member> members = new ArrayList<>();
    private final Map<Long, Long> lastEntries = new HashMap<>();
    /** Moved starts of sends, by sending rank and stamp. */
    private final List<Map<Long, Long>> movedSends = new ArrayList<>();
    private long messages;
    private long collectives;
    private long largest;

    private CorrectedTrace(MpiTrace trace, TraceClocks clocks) {
        this.trace = trace;
        this.clocks = clocks;
        shifted = new ShiftedRank[trace.locations()];
        for (int l = 0; l < shifted.length; l++) {
            shifted[l] = new ShiftedRank(clocks, trace.rankOf(l));
        }
        for (int r = 0; r < trace.ranks(); r++) {
            movedSends.add(new HashMap<>());
        }
    }

    /**
     * Writes the copy.
     *
     * @param directory new or empty folder
     * @param reference clock of the copy's stamps
     * @throws RunbenchException (bad input) the folder is not empty
     */
    static AlignedIndex.Correction write(MpiTrace trace, TraceClocks clocks, Path directory,
            ClusterRecord.Reference reference, Progress progress) throws IOException {
        Files.createDirectories(directory);
        try (Stream<Path> there = Files.list(directory)) {
            if (there.findAny().isPresent()) {
                throw RunbenchException
                        .badInput(directory + " is not empty; a corrected trace is written into a folder of its own")
                        .remedy("name another folder with --corrected");
            }
        }
        CorrectedTrace corrected = new CorrectedTrace(trace, clocks);
        LogicalSweep.run(trace, OrderRule.LAMPORT, corrected, progress);
        for (int l = 0; l < trace.locations(); l++) {
            if (trace.present(l)) {
                TraceCopy.write(trace, l, directory, corrected.shifted[l].again(), described -> described
                        .put("realtime_minus_clock_ns", reference.realtimeMinusClockNs())
                        .putObject("corrected")
                        .put("axis", "CLOCK_MONOTONIC of " + reference.host())
                        .put("receives_moved", corrected.messages)
                        .put("exits_moved", corrected.collectives)
                        .put("largest_ns", corrected.largest)
                        .put("note", "times are not as they were recorded: they were brought to the reference's time,"
                                + " and moved forwards where causes came after effects"));
            }
        }
        return new AlignedIndex.Correction(directory.toString(), corrected.messages, corrected.collectives,
                corrected.largest);
    }

    @Override
    public void event(int location, int tick, EventCursor event) {
        ShiftedRank rank = shifted[location];
        rank.place(true, event.startNanos(), event.endNanos());
        largest = Math.max(largest, rank.moved());
        int number = trace.rankOf(location);
        if (event.kind() == TraceFormat.SEND) {
            if (rank.moved() > 0) {
                movedSends.get(number).put(event.startNanos(), rank.start());
            }
        } else if (BarrierLike.is(event) && clocks.aligned(number)) {
            long key = BarrierLike.key(event);
            members.add(new Member(location, key));
            lastEntries.merge(key, rank.start(), Math::max);
        }
    }

    @Override
    public void receive(int location, int tick, EventCursor event, long sentNanos) {
        ShiftedRank rank = shifted[location];
        rank.place(true, event.startNanos(), event.endNanos());
        int from = event.peer();
        if (sentNanos != Long.MIN_VALUE && clocks.comparable(from, trace.rankOf(location))) {
            Long moved = movedSends.get(from).get(sentNanos);
            messages += rank.endsNotBefore(moved == null ? clocks.refNanos(from, sentNanos) : moved) > 0 ? 1 : 0;
        }
        largest = Math.max(largest, rank.moved());
    }

    /** Completes a tick. All members of a collective have the same tick, and events after it have later ones. */
    @Override
    public void endTick(int tick) {
        for (Member m : members) {
            ShiftedRank rank = shifted[m.location];
            collectives += rank.endsNotBefore(lastEntries.get(m.key)) > 0 ? 1 : 0;
            largest = Math.max(largest, rank.moved());
        }
        members.clear();
        lastEntries.clear();
    }

    /**
     * The stamps of one location on the reference axis. Each is moved forwards only, and by the smallest amount that
     * causality requires: a call ends after the event it waited for, and events after a moved end follow it.
     */
    private static final class ShiftedRank implements TraceCopy.Stamping {
        private final TraceClocks clocks;
        private final int rank;
        private final PlacedStamp at = new PlacedStamp();
        /** Moved ends: pairs of the event's serial number and its earliest end. */
        private final LongList moves;
        private int nextMove;
        private long events;
        private long rawStart;
        private long aligned;
        private long start;
        private long end;
        /** Latest moved end, and the call that it ended. */
        private long floor = Long.MIN_VALUE;
        private long floorCall = Long.MIN_VALUE;

        ShiftedRank(TraceClocks clocks, int rank) {
            this(clocks, rank, new LongList());
        }

        private ShiftedRank(TraceClocks clocks, int rank, LongList moves) {
            this.clocks = clocks;
            this.rank = rank;
            this.moves = moves;
        }

        /** Returns a copy that moves the same events again by the same amounts. */
        ShiftedRank again() {
            return new ShiftedRank(clocks, rank, moves);
        }

        /** Places the next event or record. */
        @Override
        public void place(boolean event, long from, long to) {
            rawStart = from;
            clocks.locate(rank, from, at);
            start = at.refNanos();
            clocks.locate(rank, to, at);
            aligned = at.refNanos();
            // Records of one call share its entry: none of them follows another's end.
            if (from != floorCall) {
                start = Math.max(start, floor);
            }
            end = Math.max(aligned, Math.max(start, floor));
            if (event) {
                events++;
                if (nextMove < moves.size() && moves.get(nextMove) == events) {
                    raise(moves.get(nextMove + 1));
                    nextMove += 2;
                }
            }
        }

        /**
         * Moves the end of the last placed call to a reference time at the earliest.
         *
         * @return amount of the move in ns; 0: none
         */
        long endsNotBefore(long refNanos) {
            if (refNanos <= end) {
                return 0;
            }
            long by = refNanos - end;
            moves.add(events);
            moves.add(refNanos);
            nextMove = moves.size();
            raise(refNanos);
            return by;
        }

        private void raise(long refNanos) {
            end = Math.max(end, refNanos);
            floor = end;
            floorCall = rawStart;
        }

        /** Returns the amount by which the last placed end was moved, ns. */
        long moved() {
            return end - aligned;
        }

        @Override
        public long start() {
            return start;
        }

        @Override
        public long end() {
            return end;
        }

        /** A growing list of longs without boxing. */
        private static final class LongList {
            private long[] values = new long[16];
            private int size;

            void add(long value) {
                if (size == values.length) {
                    values = Arrays.copyOf(values, 2 * size);
                }
                values[size++] = value;
            }

            long get(int i) {
                return values[i];
            }

            int size() {
                return size;
            }
        }
    }
}
