package runbench.align.perfetto;

import static runbench.align.perfetto.TraceField.*;

import com.google.protobuf.CodedOutputStream;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import runbench.sync.eventlog.LogCursor;
import runbench.sync.eventlog.LogDetails;
import runbench.sync.eventlog.LogMerge;
import runbench.sync.eventlog.LogMerge.LogEntry;
import runbench.sync.eventlog.LogType;
import runbench.sync.eventlog.LogType.LogKind;
import runbench.sync.eventlog.LogType.LogWhat;

/**
 * Writes application logs: regions as slices of their threads, states as slices on their own tracks, other events as
 * instants, messages as flows. All of them are in one file, because Perfetto joins flows only within a file.
 */
final class LogTracks implements LogMerge.EventConsumer {
    private static final int FIRST_THREAD = 1 << 18;

    private final PacketWriter out;
    private final ArchiveAxis axis;
    private final Map<String, Integer> ranks;
    private final IntFunction<String> names;
    private final Set<Integer> announced = new HashSet<>();
    private final Map<String, Lane> lanes = new HashMap<>();
    /** Tracks of the open spans by id. */
    private final Map<Long, Lane> spans = new HashMap<>();
    private long events;

    /**
     * A track and its open regions.
     *
     * @param track number of the track
     * @param open open regions, innermost first
     */
    private record Lane(long track, Deque<LogType> open) {}

    /**
     * Creates the tracks.
     *
     * @param ranks ranks by the node name of a source
     * @param names names of the processes by rank
     */
    LogTracks(PacketWriter out, ArchiveAxis axis, Map<String, Integer> ranks, IntFunction<String> names)
            throws IOException {
        this.out = out;
        this.axis = axis;
        this.ranks = ranks;
        this.names = names;
        Tracks.orderProcesses(out);
    }

    long events() {
        return events;
    }

    @Override
    public void event(LogEntry e) throws IOException {
        events++;
        LogCursor c = e.cursor();
        LogType type = c.type();
        if (c.what().isOfSpan(c.id())) {
            span(e);
            return;
        }
        if (c.what() == LogWhat.VALUE) {
            out.value(axis.ofReference(e.shownNanos()), lane(e, type).track(), c.details().value());
            return;
        }
        Lane lane = lane(e, type);
        long at = axis.ofReference(e.shownNanos());
        switch (c.what()) {
            case BEGIN -> {
                lane.open().push(type);
                out.begin(at, lane.track(), s -> describe(s, e));
            }
            case END -> end(lane, type, at);
            default -> out.instant(at, lane.track(), s -> {
                describe(s, e);
                if (c.id() != 0 && type.kind() == LogKind.MESSAGE) {
                    s.writeFixed64(c.what() == LogWhat.SEND ? EVENT_FLOW : EVENT_FLOW_END, c.id());
                }
            });
        }
    }

    /** Spans of one name overlap, so each takes the first of the name's tracks that is free. */
    private void span(LogEntry e) throws IOException {
        LogCursor c = e.cursor();
        long at = axis.ofReference(e.shownNanos());
        if (c.what() == LogWhat.BEGIN) {
            int free = 0;
            while (!lane(e, c.type(), free).open().isEmpty()) {
                free++;
            }
            Lane lane = lane(e, c.type(), free);
            lane.open().push(c.type());
            spans.put(c.id(), lane);
            out.begin(at, lane.track(), s -> describe(s, e));
        } else if (spans.containsKey(c.id())) {
            Lane lane = spans.remove(c.id());
            lane.open().clear();
            out.end(at, lane.track(), s -> describe(s, c.details()));
        }
    }

    /** Ends a region and the regions within it that have no end of their own. */
    private void end(Lane lane, LogType type, long at) throws IOException {
        if (!lane.open().contains(type)) {
            return;
        }
        LogType ended;
        do {
            ended = lane.open().pop();
            out.end(at, lane.track());
        } while (!ended.equals(type));
    }

    private Lane lane(LogEntry e, LogType type) throws IOException {
        return lane(e, type, -1);
    }

    /** @param overlap number of the track among those of overlapping spans; -1: not a span */
    private Lane lane(LogEntry e, LogType type, int overlap) throws IOException {
        int rank = ranks.get(e.source().node());
        boolean state = type.kind() == LogKind.STATE;
        boolean counter = e.cursor().what() == LogWhat.VALUE;
        String own = overlap >= 0 ? "span " + overlap + " " + type.name()
                : state ? "state " + type.name() : counter ? "counter " + type.name() : "" + e.cursor().tid();
        String key = e.source().node() + " " + e.source().file().pid() + " " + own;
        Lane known = lanes.get(key);
        if (known != null) {
            return known;
        }
        if (announced.add(rank)) {
            Tracks.process(out, Tracks.ofRank(rank, 0), Tracks.pid(rank), names.apply(rank), rank);
        }
        int number = lanes.size();
        long track = Tracks.ofLog(number);
        if (counter) {
            Tracks.counter(out, track, Tracks.ofRank(rank, 0), type.name(), "", type.name(), "", number);
        } else if (state || overlap >= 0) {
            Tracks.named(out, track, Tracks.ofRank(rank, 0), (state ? "state " : "span ") + type.name(), number);
        } else {
            Tracks.thread(out, track, Tracks.ofRank(rank, 0), Tracks.pid(rank), Tracks.pid(FIRST_THREAD + number),
                    "logged by thread " + e.cursor().tid());
        }
        Lane lane = new Lane(track, new ArrayDeque<>());
        lanes.put(key, lane);
        return lane;
    }

    private static void describe(CodedOutputStream s, LogDetails d) throws IOException {
        if (d.severity() != null) {
            PacketWriter.annotation(s, "severity", d.severity().word());
        }
        if (d.parent() != 0) {
            PacketWriter.annotation(s, "parent", d.parent());
        }
        for (Map.Entry<String, Object> field : d.fields().entrySet()) {
            if (field.getValue() instanceof Long number) {
                PacketWriter.annotation(s, field.getKey(), number);
            } else {
                PacketWriter.annotation(s, field.getKey(), field.getValue().toString());
            }
        }
    }

    private static void describe(CodedOutputStream s, LogEntry e) throws IOException {
        LogCursor c = e.cursor();
        boolean message = c.what() == LogWhat.SEND || c.what() == LogWhat.RECEIVE;
        s.writeString(EVENT_NAME, message ? c.what().word() + " " + c.type().name() : c.type().name());
        if (!c.comment().isEmpty()) {
            PacketWriter.annotation(s, "comment", c.comment());
        }
        if (c.id() != 0) {
            PacketWriter.annotation(s, "id", c.id());
        }
        describe(s, c.details());
        if (e.shiftNanos() > 0) {
            PacketWriter.annotation(s, "moved_ns", e.shiftNanos());
        }
        if (Double.isFinite(e.at().hiNanos()) && e.at().hiNanos() != e.at().loNanos()) {
            PacketWriter.annotation(s, "earliest_ns", Math.round(e.at().loNanos()));
            PacketWriter.annotation(s, "latest_ns", Math.round(e.at().hiNanos()));
        }
    }
}
