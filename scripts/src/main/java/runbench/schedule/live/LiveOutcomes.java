package runbench.schedule.live;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;

/** Makes a result of what was seen of a run. */
final class LiveOutcomes {
    private final LiveRequest request;
    private final TrafficMeter meter;
    private final AloneTimes alone;
    private final LiveCommands commands;
    private final long beganNanos;

    LiveOutcomes(LiveRequest request, TrafficMeter meter, AloneTimes alone, LiveCommands commands, long beganNanos) {
        this.request = request;
        this.meter = meter;
        this.alone = alone;
        this.commands = commands;
        this.beganNanos = beganNanos;
    }

    LiveResult of(String policy, Instant start, List<LiveProgram> programs, List<LiveQuantum> quanta, long pausedNanos, boolean interrupted) {
        List<LiveOutcome> outcomes = programs.stream().map(p -> outcome(p, pausedNanos)).toList();
        List<LiveOutcome> judged = outcomes.stream().filter(p -> !p.background()).toList();
        double makespan = judged.stream().mapToDouble(p -> p.arrivedSeconds() + p.seconds()).max().orElse(0);
        return new LiveResult(request.workload().name(), policy, request.quantumNanos() / 1e9, request.cpus(), request.workload().unit().label(),
                known(request.sustained()), source(programs), alone.source(), start.toString(), makespan,
                LiveResult.overJudged(judged, s -> Arrays.stream(s).average().orElseThrow()), LiveResult.overJudged(judged, s -> Arrays.stream(s).max().orElseThrow()),
                LiveResult.overJudged(judged, LiveResult::jain), LiveLateness.of(quanta), pausedNanos / 1e9, interrupted, outcomes, quanta);
    }

    private String source(List<LiveProgram> programs) {
        return programs.stream().anyMatch(p -> p.measured) ? meter.label() : programs.stream().anyMatch(p -> p.position.isPresent()) ? LiveResult.BY_PROFILE : "none";
    }

    private static Double known(double value) {
        return Double.isFinite(value) ? value : null;
    }

    private LiveOutcome outcome(LiveProgram p, long pausedNanos) {
        LiveCommand command = commands.of(p.number);
        long arrived = p.arrivedNanos == null ? beganNanos : p.arrivedNanos;
        double seconds = p.endedNanos == null ? 0 : Math.max(0, (p.endedNanos - arrived - pausedNanos) / 1e9);
        boolean succeeded = p.what.background() ? p.failures.isEmpty() : !p.asked && p.endedNanos != null && p.failures.isEmpty() && p.exitStatus != null;
        Double alone = this.alone.seconds().get(p.what.name());
        double ran = p.chosenNanos / 1e9;
        return new LiveOutcome(p.what.name(), p.what.threads(), p.what.background(), command.label(), (arrived - beganNanos) / 1e9, seconds, alone,
                alone == null || !succeeded || p.what.background() ? null : (Double) (seconds / alone), (p.runNanosBefore + p.reading.runNanos()) / 1e9, ran,
                p.quanta, p.rounds, p.reading.switches(), p.voluntary, p.involuntary, p.reading.migrations(), ran > 0 ? known(p.moved / ran) : null,
                p.heldBy, p.whySignals, p.exitStatus, p.signal, succeeded, p.failures);
    }
}
