package runbench.livelog;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import runbench.sync.eventlog.LogCursor;
import runbench.sync.eventlog.LogStream;
import runbench.sync.live.LiveOrder.Arrival;

/** From the bytes of one node's files to its events. For one thread. */
final class NodeIntake {
    private final String node;
    private final Consumer<List<Arrival>> events;
    private final Consumer<String> problems;
    private final Map<String, LogStream> streams = new HashMap<>();

    NodeIntake(String node, Consumer<List<Arrival>> events, Consumer<String> problems) {
        this.node = node;
        this.events = events;
        this.problems = problems;
    }

    void bytes(String file, byte[] bytes, int from, int length) {
        LogStream stream = streams.computeIfAbsent(file, LogStream::new);
        boolean sound = stream.damage().isEmpty();
        boolean hadRoom = !stream.isFull();
        stream.append(bytes, from, length);
        List<Arrival> come = new ArrayList<>();
        while (stream.advance()) {
            LogCursor c = stream.cursor();
            come.add(new Arrival(node, stream.pid(), c.tid(), c.timeNanos(),
                    c.timeNanos() + stream.realtimeMinusClockNanos(), c.type(), c.what(), c.id(), c.comment()));
        }
        if (!come.isEmpty()) {
            events.accept(come);
        }
        if (hadRoom && stream.isFull()) {
            problems.accept("process " + stream.pid()
                    + " has no more room for events: the disk there is full, or the log has reached RB_EVENTLOG_LIMIT; "
                    + "its events are dropped from now on");
        }
        if (sound && stream.damage().isPresent()) {
            problems.accept(stream.damage().get() + "; what comes of this file now is kept, but not shown");
        }
    }

    /**
     * The events of the node that found no room there, by the files that have come.
     *
     * @param keeper process number of the keeper; -1: unknown
     * @param keeperDropped lines of output that the keeper dropped; its file says it too, if there was room for one
     */
    Dropped dropped(long keeper, long keeperDropped) {
        long known = streams.values().stream().anyMatch(s -> s.isComplete() && s.pid() == keeper) ? 0 : keeperDropped;
        boolean atLeast = false;
        for (LogStream stream : streams.values()) {
            known += Math.max(0, stream.dropped());
            atLeast |= stream.dropped() < 0;
        }
        return new Dropped(known, atLeast);
    }
}
