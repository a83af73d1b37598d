package runbench.measure.schedule;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import runbench.measure.schedule.LiveCommands.LiveCommand;
import runbench.schedule.result.LiveResult;
import runbench.schedule.result.LiveResult.LiveLateness;
import runbench.schedule.result.LiveResult.LiveOutcome;
import runbench.schedule.result.LiveResult.LiveQuantum;
import runbench.schedule.result.LiveResult.TrafficBasis;

/** Builds the result of a run from the state of its programs. */
final class LiveOutcomes {
    private static final int MAX_NAMES = 4;

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

    LiveResult of(String policy, Instant start, List<LiveProgram> programs, List<LiveQuantum> quanta, LivePauses pauses,
            boolean interrupted) {
        List<LiveOutcome> outcomes = programs.stream().map(p -> outcome(p, pauses)).toList();
        List<LiveOutcome> judged = outcomes.stream().filter(p -> !p.background()).toList();
        double makespan = judged.stream().mapToDouble(p -> p.arrivedSeconds() + p.seconds()).max().orElse(0);
        return new LiveResult(request.workload().name(), policy, request.quantumNanos() / 1e9, request.cpus(),
                request.workload().unit().label(), known(request.sustained().rate()), request.sustained().source(),
                request.sustained().from(), source(outcomes), basis(outcomes), alone.source(), start.toString(),
                makespan, LiveResult.overJudged(judged, s -> Arrays.stream(s).average().orElseThrow()),
                LiveResult.overJudged(judged, s -> Arrays.stream(s).max().orElseThrow()),
                LiveResult.overJudged(judged, LiveResult::jain), LiveLateness.of(quanta), pauses.nanos() / 1e9,
                interrupted, outcomes, quanta);
    }

    private static TrafficBasis basis(List<LiveOutcome> all) {
        return TrafficBasis.of(
                all.stream()
                        .anyMatch(p -> p.trafficBasis() == TrafficBasis.COUNTED
                                || p.trafficBasis() == TrafficBasis.MIXED),
                all.stream()
                        .anyMatch(p -> p.trafficBasis() == TrafficBasis.PROFILE
                                || p.trafficBasis() == TrafficBasis.MIXED));
    }

    private String source(List<LiveOutcome> all) {
        TrafficBasis basis = basis(all);
        if (basis == null) {
            return "none";
        }
        List<String> words = new ArrayList<>(
                List.of(basis == TrafficBasis.PROFILE ? LiveResult.BY_PROFILE : meter.label()));
        if (basis == TrafficBasis.MIXED) {
            words.add(LiveResult.BY_PROFILE + ": " + names(all,
                    p -> p.trafficBasis() == TrafficBasis.PROFILE || p.trafficBasis() == TrafficBasis.MIXED));
        }
        if (all.stream().anyMatch(LiveOutcomes::hasUnknownTraffic)) {
            words.add("not known: " + names(all, LiveOutcomes::hasUnknownTraffic));
        }
        return String.join("; ", words);
    }

    private static boolean hasUnknownTraffic(LiveOutcome p) {
        return p.trafficBasis() == null && p.quanta() > 0;
    }

    private static String names(List<LiveOutcome> all, Predicate<LiveOutcome> which) {
        List<String> names = all.stream().filter(which).map(LiveOutcome::name).toList();
        return String.join(", ", names.subList(0, Math.min(MAX_NAMES, names.size())))
                + (names.size() > MAX_NAMES ? " and " + (names.size() - MAX_NAMES) + " more" : "");
    }

    private static Double known(double value) {
        return Double.isFinite(value) ? value : null;
    }

    private LiveOutcome outcome(LiveProgram p, LivePauses pauses) {
        LiveCommand command = commands.of(p.number);
        long arrived = p.arrivedNanos == null ? beganNanos : p.arrivedNanos;
        double seconds = p.endedNanos == null ? 0
                : Math.max(0, (p.endedNanos - arrived - pauses.within(arrived, p.endedNanos)) / 1e9);
        boolean succeeded = p.what.background() ? p.failures.isEmpty()
                : !p.asked && p.endedNanos != null && p.failures.isEmpty() && p.exitStatus != null;
        Double alone = this.alone.seconds().get(p.what.name());
        return new LiveOutcome(p.what.name(), p.what.threads(), p.what.background(), command.label(),
                (arrived - beganNanos - pauses.within(beganNanos, arrived)) / 1e9, seconds, alone,
                alone == null || !succeeded || p.what.background() ? null : (Double) (seconds / alone),
                (p.runNanosBefore + p.reading.runNanos()) / 1e9, p.chosenNanos / 1e9, p.quanta, p.rounds,
                p.reading.switches(), p.voluntary, p.involuntary, p.reading.migrations(), p.meanTraffic(), p.basis(),
                p.heldBy, p.whySignals, p.exitStatus, p.signal, succeeded, p.failures);
    }

    /** The pauses in which all programs were stopped (Ctrl-Z), in ns of CLOCK_MONOTONIC. Paused time is not counted. */
    static final class LivePauses {
        private record Pause(long since, long nanos) {}

        private final List<Pause> all = new ArrayList<>();

        void add(long since, long nanos) {
            all.add(new Pause(since, nanos));
        }

        /** Returns the length of all pauses. */
        long nanos() {
            return all.stream().mapToLong(Pause::nanos).sum();
        }

        /** Returns the paused part of a time span. */
        long within(long from, long to) {
            return all.stream()
                    .mapToLong(p -> Math.max(0, Math.min(to, p.since() + p.nanos()) - Math.max(from, p.since())))
                    .sum();
        }
    }
}
