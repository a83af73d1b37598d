package runbench.livelog;

import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import runbench.base.timeline.PlacedStamp;
import runbench.base.timeline.Timeline;
import runbench.livelog.display.DisplayServer;
import runbench.livelog.display.LogStatus;

/** The status of a running receiver, for displays. */
final class LiveControl implements DisplayServer.Control {
    private final Supplier<LogRecord> record;
    private final ServerStates servers;
    private final LiveFeed feed;
    private final LiveClocks clocks;

    /** @param clocks null: clocks are not measured */
    LiveControl(Supplier<LogRecord> record, ServerStates servers, LiveFeed feed, LiveClocks clocks) {
        this.record = record;
        this.servers = servers;
        this.feed = feed;
        this.clocks = clocks;
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
        Timeline timeline = feed.timelineOf(name);
        PlacedStamp at = new PlacedStamp();
        long refNow = LiveFeed.now();
        long stamp = timeline.stampAt(refNow);
        timeline.locate(stamp, at);
        LiveFeed.Counted counted = feed.counted(name);
        double ahead = servers.realtimeMinusClockNanos(name)
                .map(there -> (double) (stamp - refNow) + (there - realtimeMinusClockHere()))
                .orElse(Double.NaN);
        return new LogStatus.Node(name, state, end == null ? null : (Integer) end.status(),
                Math.max(Math.abs(at.loNanos()), Math.abs(at.hiNanos())), at.errStatNanos(), ahead, at.how().word(),
                clocks == null ? 0 : clocks.windows(name), counted.events(), counted.late(),
                end == null ? 0 : end.dropped().events(), end == null ? "" : end.text());
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
