package runbench.livelog;

import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import runbench.base.timeline.PlacedStamp;
import runbench.livelog.display.DisplayServer;
import runbench.livelog.display.LogStatus;

/** The status of a running receiver, for displays. */
final class LiveControl implements DisplayServer.Control {
    private final Supplier<LogRecord> record;
    private final ServerStates servers;
    private final LiveFeed feed;
    private final LiveClocks clocks;
    private final MachineLog machines;

    /** @param clocks null: clocks are not measured */
    LiveControl(Supplier<LogRecord> record, ServerStates servers, LiveFeed feed, LiveClocks clocks,
            MachineLog machines) {
        this.record = record;
        this.servers = servers;
        this.feed = feed;
        this.clocks = clocks;
        this.machines = machines;
    }

    @Override
    public LogStatus status() {
        LogRecord now = record.get();
        LogRequest request = now.request();
        return new LogStatus(String.join(" ", request.command()), LogStatus.State.valueOf(now.state().name()),
                request.isMeasured() ? request.toleranceNanos() : Double.NaN, request.holdNanos(),
                request.nodes().stream().map(n -> node(n.name(), now.state())).toList(), List.of());
    }

    private LogStatus.Node node(String name, LogRecord.State run) {
        ServerEnd end = servers.ends().get(name);
        LogStatus.State state = end != null
                ? (end.stopped() ? LogStatus.State.INTERRUPTED
                        : end.isSuccess() ? LogStatus.State.FINISHED : LogStatus.State.FAILED)
                : servers.isDisconnected(name) ? LogStatus.State.LOST
                        : run == LogRecord.State.STARTING ? LogStatus.State.STARTING : LogStatus.State.RUNNING;
        LiveFeed.TimeNow time = feed.timeNow(name);
        PlacedStamp at = time.at();
        LiveFeed.Counted counted = feed.counted(name);
        double ahead = servers.realtimeMinusClockNanos(name)
                .map(there -> (double) (time.stamp() - time.refNanos()) + (there - realtimeMinusClockHere()))
                .orElse(Double.NaN);
        return new LogStatus.Node(name, state, end == null ? null : (Integer) end.status(), time.maxErrorNanos(),
                at.errStatNanos(), ahead, at.how().word(), clocks == null ? 0 : clocks.windows(name), counted.events(),
                counted.late(), end == null ? 0 : end.dropped().events(), machines.latest(name),
                end != null ? end.text()
                        : state == LogStatus.State.RUNNING && feed.isSilent(name)
                                ? "silent: events of other nodes do not wait for it"
                                : "");
    }

    private static long realtimeMinusClockHere() {
        Instant now = Instant.now();
        return now.getEpochSecond() * 1_000_000_000L + now.getNano() - LiveFeed.now();
    }

    @Override
    public boolean isStoppable() {
        return record.get().state() == LogRecord.State.RUNNING;
    }

    @Override
    public void stop() {
        servers.stop();
    }
}
