package runbench.measure.schedule;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.base.file.OutputFolder;
import runbench.measure.machine.SignalHandlers;
import runbench.measure.schedule.LiveOutcomes.LivePauses;
import runbench.sampler.run.Signal;
import runbench.schedule.policy.Candidates;
import runbench.schedule.policy.Decision;
import runbench.schedule.policy.SchedulingPolicy;
import runbench.schedule.result.LiveResult;
import runbench.schedule.workload.Workload.WorkloadProgram;

/**
 * Runs a workload once on this machine: at each quantum boundary the policy decides and the helper applies the
 * decision.
 */
final class LiveRun {
    private final LiveRequest request;
    private final TrafficMeter meter;
    private final LiveBenches benches;
    private final LiveObserver observer;
    private final List<LiveProgram> programs = new ArrayList<>();
    private final LiveCandidates candidates;
    private final Decision decision;
    private final CpuAssignment assignment;
    private final LiveRecord record;
    private final AloneTimes alone;
    private final LivePauses pauses = new LivePauses();
    private LiveCommands commands;
    private Gangs gangs;
    private long beganNanos;
    private long latestNanos;
    private boolean ending;
    private RunbenchException trouble;

    /**
     * Creates a run.
     *
     * @param alone run times of the programs alone
     */
    LiveRun(LiveRequest request, TrafficMeter meter, LiveBenches benches, AloneTimes alone, LiveObserver observer) {
        this.request = request;
        this.meter = meter;
        this.benches = benches;
        this.alone = alone;
        this.observer = observer;
        for (WorkloadProgram p : request.workload().programs()) {
            programs.add(new LiveProgram(programs.size(), p, meter));
        }
        candidates = new LiveCandidates(programs, request.cpus().size(), request.sustained().rate());
        decision = new Decision(programs.size());
        assignment = new CpuAssignment(programs.size(), request.cpus());
        record = new LiveRecord(programs);
    }

    /**
     * Runs the workload to its end, or until a signal ends it.
     *
     * @return the result, also if programs failed or the run was interrupted
     * @throws RunbenchException nothing could be run, or the helper was killed
     */
    LiveResult run(SchedulingPolicy policy) throws IOException {
        OutputFolder.create(request.folder());
        Instant start = Instant.now();
        AtomicInteger asked = new AtomicInteger();
        try (LiveCommands prepared = LiveCommands.prepare(request, benches);
                Gangs helper = Gangs.start(meter.events(), request.outlive(), request.signals());
                SignalHandlers handlers = SignalHandlers
                        .open(s -> helper.stop(asked.getAndIncrement() == 0 ? s : Signal.KILL))) {
            commands = prepared;
            gangs = helper;
            boolean interrupted = follow(policy);
            return result(policy, start, interrupted);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw RunbenchException.of(ExitCode.INTERRUPTED, "interrupted").causedBy(e);
        }
    }

    /** Returns the programs; their state changes during the run. */
    Gangs helper() {
        return gangs;
    }

    private boolean follow(SchedulingPolicy policy) throws InterruptedException {
        while (true) {
            GangEvent event = gangs.next();
            if (event instanceof GangEvent.Ready) {
                begin();
            } else if (event instanceof GangEvent.Started e) {
                started(e);
            } else if (event instanceof GangEvent.Began e) {
                begun(programs.get(e.program()), e.wallNanos());
            } else if (event instanceof GangEvent.Refused e) {
                refused(programs.get(e.program()), e);
            } else if (event instanceof GangEvent.Boundary e) {
                boundary(policy, e);
            } else if (event instanceof GangEvent.Applied e) {
                record.applied(e);
            } else if (event instanceof GangEvent.Ended e) {
                ended(e);
            } else if (event instanceof GangEvent.Paused e) {
                pauses.add(e.sinceNanos(), e.nanos());
                record.paused(e.nanos());
            } else if (event instanceof GangEvent.Failed e) {
                trouble = e.why();
            } else if (event instanceof GangEvent.Finished e) {
                return e.interrupted();
            } else if (event instanceof GangEvent.Gone) {
                throw trouble != null ? trouble
                        : RunbenchException
                                .machine("the helper that runs programs by turns was killed; the programs "
                                        + (request.outlive() ? "were continued and go on" : "were ended"))
                                .remedy("find out who kills processes here (the kernel's "
                                        + "out-of-memory killer says so in: dmesg)");
            }
        }
    }

    private void begin() {
        arrivals(0, null);
        gangs.begin(request.quantumNanos());
    }

    /**
     * Starts the programs whose arrival time has come.
     *
     * @param seconds seconds since the start of the run
     * @param wallNanos start of the run; null before it has started
     */
    private void arrivals(double seconds, Long wallNanos) {
        for (LiveProgram p : programs) {
            if (p.state == LiveProgram.State.EXPECTED && !p.sent && p.what.arrivalSeconds() <= seconds) {
                p.sent = true;
                p.arrivedNanos = wallNanos;
                gangs.program(p.number, commands.of(p.number));
            }
        }
    }

    private void started(GangEvent.Started e) {
        LiveProgram p = programs.get(e.program());
        p.heldBy = e.heldBy();
        p.whySignals = e.whySignals();
        p.fresh();
    }

    private static void begun(LiveProgram p, long wallNanos) {
        p.beganNanos = p.beganNanos == null ? (Long) wallNanos : p.beganNanos;
    }

    private void refused(LiveProgram p, GangEvent.Refused e) {
        p.failures.add(commands.of(p.number).argv().get(0) + ": " + e.message()
                + (e.remedy().isEmpty() ? "" : "; " + e.remedy()));
        observer.notice(p.what.name() + ": " + p.failures.get(p.failures.size() - 1));
        if (p.state == LiveProgram.State.EXPECTED) { // no process was started
            p.state = LiveProgram.State.ENDED;
            p.endedNanos = latestNanos;
            endBackground();
        }
    }

    private void boundary(SchedulingPolicy policy, GangEvent.Boundary e) {
        record.read(e);
        beganNanos = beganNanos == 0 ? e.dueNanos() : beganNanos;
        latestNanos = e.wallNanos();
        double seconds = (e.wallNanos() - beganNanos - pauses.nanos()) / 1e9;
        arrivals(seconds, e.wallNanos());
        candidates.at(e.quantum());
        decision.clear();
        if (candidates.count() > 0) {
            policy.decide(candidates, decision);
        }
        List<LivePlacement> who = assignment.place(decision);
        record.decided(e, who);
        gangs.answer(e.quantum(), who);
        observer.quantum(e.quantum(), seconds, who.stream().map(p -> programs.get(p.program()).what.name()).toList(),
                candidates.count());
    }

    private void ended(GangEvent.Ended e) {
        LiveProgram p = programs.get(e.reading().program());
        record.ended(p, e);
        p.state = LiveProgram.State.ENDED;
        p.rounds += e.executed() && !e.asked() ? 1 : 0;
        p.exitStatus = e.exitStatus();
        p.signal = e.signal();
        p.asked = e.asked();
        p.endedNanos = e.wallNanos();
        p.voluntary = e.voluntary();
        p.involuntary = e.involuntary();
        judge(p, e);
        boolean others = programs.stream().anyMatch(o -> !o.what.background() && o.state != LiveProgram.State.ENDED);
        if (p.what.background() && others && p.failures.isEmpty() && !e.asked() && !ending) {
            commands.afresh(p.number);
            p.state = LiveProgram.State.EXPECTED;
            gangs.program(p.number, commands.of(p.number));
        } else {
            endBackground();
        }
    }

    private void judge(LiveProgram p, GangEvent.Ended e) {
        if (e.asked() || !e.executed()) {
            return;
        }
        if (e.lost()) {
            p.failures.add("the process that guards it was killed, and it was ended; find out who kills processes here:"
                    + " dmesg");
        } else if (e.signal() != null) {
            p.failures.add(
                    "signal " + e.signal() + " ended it; its error output is in " + commands.of(p.number).stderr());
        } else {
            p.failures.addAll(commands.differences(p.number, e.exitStatus()));
        }
        p.failures.forEach(f -> observer.notice(p.what.name() + ": " + f));
    }

    /** Ends the background programs after all others have ended. */
    private void endBackground() {
        if (ending || programs.stream().anyMatch(p -> !p.what.background() && p.state != LiveProgram.State.ENDED)) {
            return;
        }
        ending = true;
        programs.stream()
                .filter(p -> p.what.background() && p.state != LiveProgram.State.ENDED)
                .forEach(p -> gangs.end(p.number));
        gangs.done();
    }

    private LiveResult result(SchedulingPolicy policy, Instant start, boolean interrupted) {
        return new LiveOutcomes(request, meter, alone, commands, beganNanos).of(policy.name(), start, programs,
                record.quanta(beganNanos), pauses, interrupted);
    }

    /** The state of the programs at a quantum boundary, for the scheduling policy. */
    private static final class LiveCandidates implements Candidates {
        private final List<LiveProgram> all;
        private final int cpus;
        private final double sustained;
        private List<LiveProgram> present = List.of();
        private long quantum;

        LiveCandidates(List<LiveProgram> all, int cpus, double sustained) {
            this.all = all;
            this.cpus = cpus;
            this.sustained = sustained;
        }

        void at(long number) {
            quantum = number;
            present = all.stream().filter(p -> p.state == LiveProgram.State.PRESENT).toList();
        }

        @Override
        public int count() {
            return present.size();
        }

        @Override
        public int program(int index) {
            return present.get(index).number;
        }

        /**
         * Returns the number of CPUs a program uses. A gang larger than the machine gets all CPUs, and its threads
         * share them.
         */
        @Override
        public int threads(int program) {
            return Math.min(all.get(program).what.threads(), cpus);
        }

        @Override
        public int cpus() {
            return cpus;
        }

        @Override
        public long quantum() {
            return quantum;
        }

        @Override
        public double latestTraffic(int program) {
            return all.get(program).latestTraffic;
        }

        @Override
        public double aloneTraffic(int program) {
            return all.get(program).aloneTraffic();
        }

        @Override
        public double sustainedTraffic() {
            return sustained;
        }
    }
}
