package runbench.schedule.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import runbench.base.error.RunbenchException;
import runbench.base.progress.Progress;
import runbench.schedule.policy.PolicyName;
import runbench.schedule.policy.SchedulingPolicy.PolicySettings;
import runbench.schedule.profile.BandwidthProfile.ProfileStep;
import runbench.schedule.profile.BandwidthProfile.ProgressUnit;
import runbench.schedule.profile.BandwidthProfile.TrafficSource;
import runbench.schedule.profile.BandwidthProfile;
import runbench.schedule.profile.TrafficUnit;
import runbench.schedule.simulate.ScheduleOutcome.ProgramOutcome;
import runbench.schedule.timeline.ScheduleTimeline;
import runbench.schedule.timeline.ScheduleTimeline.TimelineBuilder;
import runbench.schedule.workload.BuiltInWorkloads;
import runbench.schedule.workload.Workload;
import runbench.schedule.workload.Workload.WorkloadProgram;
import runbench.schedule.workload.Workload.WorkloadSet;

/** Simulated schedules compared with results worked out by hand, and invariants of every schedule. */
@Tag("beside")
class SimulationTest {
    private static final TrafficUnit UNIT = TrafficUnit.TRANSACTIONS_PER_MICROSECOND;
    private static final double PEAK = 29.5;
    private static final BusQueue BUS = new BusQueue(UNIT, PEAK);

    private static WorkloadProgram program(String name, int threads, boolean background, double arrival,
            double... secondsAndTraffic) {
        List<ProfileStep> steps = new ArrayList<>();
        for (int i = 0; i < secondsAndTraffic.length; i += 2) {
            steps.add(new ProfileStep(secondsAndTraffic[i] * 1e9, secondsAndTraffic[i], secondsAndTraffic[i + 1],
                    Double.NaN));
        }
        return new WorkloadProgram(name, threads, Optional
                .of(new BandwidthProfile(name, threads, UNIT, TrafficSource.STATED, ProgressUnit.RUNNING_NANOS, steps)),
                List.of(), Optional.empty(), arrival, background);
    }

    private static ScheduleOutcome run(PolicyName policy, int cpus, WorkloadProgram... programs) {
        return run(policy, SimulationSettings.of(cpus).withCosts(0, 0), programs);
    }

    private static ScheduleOutcome run(PolicyName policy, SimulationSettings settings, WorkloadProgram... programs) {
        return Simulation.run(new Workload("test", UNIT, List.of(programs)), BUS, policy.create(PolicySettings.USUAL),
                settings, null);
    }

    @Test
    void aProgramAloneTakesItsTimeAlone() {
        for (PolicyName policy : PolicyName.values()) {
            ScheduleOutcome o = run(policy, 4, program("cg", 2, false, 0, 10, 23.31, 5, 2, 7, 28));
            if (policy != PolicyName.THROTTLING) {
                assertThat(o.makespanSeconds()).as(policy.word()).isCloseTo(22, within(1e-6));
                assertThat(o.programs().get(0).traffic()).as(policy.word())
                        .isCloseTo(10 * 23.31 + 5 * 2 + 7 * 28, within(1e-3));
                assertThat(o.utilisation()).isCloseTo((10 * 23.31 + 5 * 2 + 7 * 28) / (PEAK * 22), within(1e-5));
            }
        }
    }

    /** The first program ends one quantum before the second, which ends when all work is done. */
    @Test
    void twoEqualProgramsShareOneCpu() {
        ScheduleOutcome o = run(PolicyName.ROUND_ROBIN, 1, program("a", 1, false, 0, 10, 5),
                program("b", 1, false, 0, 10, 5));
        assertThat(o.programs().get(0).turnaroundSeconds()).isCloseTo(19.8, within(1e-9));
        assertThat(o.programs().get(1).turnaroundSeconds()).isCloseTo(20, within(1e-9));
        assertThat(o.quanta()).isEqualTo(100);
        assertThat(o.fairness()).isGreaterThan(0.999);
    }

    @Test
    void switchesCostTheStatedTime() {
        SimulationSettings settings = SimulationSettings.of(1).withQuantum(0.1).withCosts(0.001, 0.009);
        ScheduleOutcome o = run(PolicyName.ROUND_ROBIN, settings, program("a", 1, false, 0, 1, 0),
                program("b", 1, false, 0, 1, 0));
        // The first turn costs 1 ms, each further one 10 ms: 99 + 10 * 90 ms of work, and 1 ms of it in the twelfth
        // turn, of which
        // the first program leaves the rest idle.
        assertThat(o.makespanSeconds()).isCloseTo(2.311, within(1e-9));
        assertThat(o.programs().get(0).switches()).isEqualTo(12);
        assertThat(o.migrations()).isZero();
    }

    /** Four programs that only transfer data: the bus is saturated, so they take as long as the total transfer. */
    @Test
    void fourSaturatingProgramsFillTheBus() {
        WorkloadProgram[] four = new WorkloadProgram[4];
        for (int i = 0; i < 4; i++) {
            four[i] = program("bbma." + i, 1, false, 0, 10, 23.6);
        }
        ScheduleOutcome o = run(PolicyName.ROUND_ROBIN, 4, four);
        assertThat(o.makespanSeconds()).isBetween(4 * 10 * 23.6 / PEAK, 4 * 10 * 23.6 / PEAK * 1.03);
        assertThat(o.utilisation()).isBetween(0.97, 1.0);
        assertThat(o.fairness()).isCloseTo(1, within(1e-12));
    }

    @Test
    void programsWithoutTrafficSlowNoOther() {
        ScheduleOutcome o = run(PolicyName.ROUND_ROBIN, 4, program("cg", 2, false, 0, 10, 23.31),
                program("n1", 1, true, 0, 1, 0), program("n2", 1, true, 0, 1, 0));
        assertThat(o.makespanSeconds()).isCloseTo(10, within(1e-9));
        assertThat(o.programs().get(1).rounds()).isCloseTo(10, within(1e-6));
    }

    /** Steps far below a quantum, with a program that saturates the bus: the mean traffic over time is not decisive. */
    @Test
    void burstsWithinAQuantumAreResolved() {
        double[] burst = new double[400];
        for (int i = 0; i < burst.length; i += 4) {
            burst[i] = 0.05;
            burst[i + 1] = 0;
            burst[i + 2] = 0.05;
            burst[i + 3] = 20;
        }
        double bursts = run(PolicyName.ROUND_ROBIN, 2, program("bursts", 1, false, 0, burst),
                program("bbma", 1, true, 0, 1, 23.6)).makespanSeconds();
        double[] speeds = new double[2];
        BUS.speeds(2, new double[]{20, 23.6}, new double[]{1, 1}, speeds);
        assertThat(bursts).isCloseTo(5 + 5 / speeds[0], within(1e-6));
    }

    @Test
    void halfTheCpusHalveTheSpeed() {
        assertThat(run(PolicyName.ROUND_ROBIN, 2, program("wide", 4, false, 0, 10, 0)).makespanSeconds()).isCloseTo(20,
                within(1e-9));
    }

    @Test
    void siblingsWaitAtBarriers() {
        WorkloadProgram free = program("app", 2, false, 0, 20, 0);
        WorkloadProgram tied = new WorkloadProgram("app", 2, free.profile(), List.of(), Optional.empty(), 0, false,
                0.01);
        WorkloadProgram[] others = {program("x", 1, true, 0, 1, 0), program("y", 1, true, 0, 1, 0)};
        double alone = run(PolicyName.LINUX, 2, free, others[0], others[1]).makespanSeconds();
        double waiting = run(PolicyName.LINUX, 2, tied, others[0], others[1]).makespanSeconds();
        assertThat(alone).isBetween(39.0, 41.5);
        // Each has half of the CPUs, and both run in half of these quanta.
        assertThat(waiting).isBetween(60.0, 85.0);
        assertThat(run(PolicyName.ROUND_ROBIN, 2, tied, others[0], others[1]).makespanSeconds()).isCloseTo(40,
                within(0.3));
    }

    @Test
    void programsArriveAtTheStatedTime() {
        ScheduleOutcome o = run(PolicyName.ROUND_ROBIN, 1, program("late", 1, false, 7.3, 2, 0),
                program("early", 1, false, 0, 1, 0));
        assertThat(o.programs().get(1).endSeconds()).isCloseTo(1, within(1e-9));
        assertThat(o.programs().get(0).endSeconds()).isCloseTo(9.3, within(1e-9));
        assertThat(o.programs().get(0).slowdown()).isCloseTo(1, within(1e-9));
    }

    @Test
    void throttledProgramsRunForTheirShare() {
        ScheduleOutcome o = run(PolicyName.THROTTLING, 2, program("a", 1, false, 0, 10, 23.6),
                program("b", 1, false, 0, 10, 23.6));
        // 0.9 of 29.5 for two programs that request 23.6 each: 0.5625 of the time, with minimum overlap.
        assertThat(o.programs().get(0).cpuSeconds()).isCloseTo(0.5625 * o.makespanSeconds(), within(0.3));
    }

    /** Random workloads under all policies: work is conserved, bounds hold, and results are reproducible. */
    @Test
    void invariantsOfEverySchedule() {
        SplittableRandom random = new SplittableRandom(7);
        for (int trial = 0; trial < 6; trial++) {
            List<WorkloadProgram> programs = new ArrayList<>();
            int n = 2 + random.nextInt(7);
            for (int p = 0; p < n; p++) {
                double[] steps = new double[2 * (1 + random.nextInt(30))];
                for (int i = 0; i < steps.length; i += 2) {
                    steps[i] = 0.01 + random.nextDouble();
                    steps[i + 1] = 20 * random.nextDouble();
                }
                programs.add(program("p" + p, 1 + random.nextInt(3), p > 1 && random.nextInt(4) == 0,
                        3 * random.nextInt(2), steps));
            }
            Workload w = new Workload("drawn " + trial, UNIT, programs);
            for (PolicyName policy : PolicyName.values()) {
                TimelineBuilder timeline = new TimelineBuilder(n);
                ScheduleOutcome o = Simulation.run(w, BUS, policy.create(PolicySettings.USUAL),
                        SimulationSettings.of(4), timeline);
                ScheduleOutcome again = Simulation.run(w, BUS, policy.create(PolicySettings.USUAL),
                        SimulationSettings.of(4), null);
                String what = w.name() + " " + policy.word();
                assertThat(again).as(what).isEqualTo(o);
                holds(w, o, what);
                assertThat(timeline.spans()).as(what)
                        .allMatch(s -> s.toSeconds() > s.fromSeconds() - 1e-9 && s.cpus() <= 4);
                double moved = timeline.spans()
                        .stream()
                        .mapToDouble(s -> (s.toSeconds() - s.fromSeconds()) * s.traffic())
                        .sum();
                assertThat(moved).as(what)
                        .isCloseTo(o.programs().stream().mapToDouble(ProgramOutcome::traffic).sum(),
                                within(2e-3 * moved));
            }
        }
    }

    private static void holds(Workload w, ScheduleOutcome o, String what) {
        ScheduleBound bound = ScheduleBound.of(w, 4, PEAK);
        assertThat(o.makespanSeconds()).as(what).isGreaterThanOrEqualTo(bound.makespanSeconds() - 1e-6);
        assertThat(o.meanTurnaroundSeconds()).as(what).isGreaterThanOrEqualTo(bound.meanTurnaroundSeconds() - 1e-6);
        assertThat(o.utilisation()).as(what).isBetween(0.0, 1.0 + 1e-6);
        assertThat(o.programs().stream().mapToDouble(ProgramOutcome::cpuSeconds).sum()).as(what)
                .isLessThanOrEqualTo(4 * o.makespanSeconds() + 1e-6);
        assertThat(o.fairness()).as(what).isBetween(0.0, 1 + 1e-9);
        for (ProgramOutcome p : o.judged()) {
            assertThat(p.rounds()).as(what).isCloseTo(1, within(1e-6));
            assertThat(p.slowdown()).as(what).isGreaterThanOrEqualTo(1 - 1e-6);
        }
        for (int p = 0; p < w.programs().size(); p++) {
            double alone = w.programs()
                    .get(p)
                    .profile()
                    .orElseThrow()
                    .steps()
                    .stream()
                    .mapToDouble(s -> s.traffic() * s.aloneSeconds())
                    .sum();
            ProgramOutcome own = o.programs().get(p);
            if (!own.background()) {
                // The cost of a cold cache adds traffic.
                assertThat(own.traffic()).as(what).isBetween(alone * 0.97, alone * 1.10);
            }
        }
    }

    @Test
    void endlessWorkloadsAreRejected() {
        assertThatThrownBy(() -> run(PolicyName.LINUX, 1, program("b", 1, true, 0, 1, 0)))
                .isInstanceOf(RunbenchException.class)
                .hasMessageContaining("background");
        WorkloadProgram silent = new WorkloadProgram("a", 1, Optional.empty(), List.of("./a"), Optional.empty(), 0,
                false);
        assertThatThrownBy(() -> run(PolicyName.LINUX, 1, silent)).isInstanceOf(RunbenchException.class)
                .hasMessageContaining("says nothing of its traffic");
    }

    /** The published order of the policies on one of the sets: both gain, and the window policy never loses. */
    @Test
    void bandwidthAwarePoliciesGainWithIdlePrograms() {
        WorkloadSet b = BuiltInWorkloads.find(BuiltInWorkloads.SET_B, 1).orElseThrow();
        WorkloadSet part = new WorkloadSet("part", List.of(b.workloads().get(2), b.workloads().get(10)));
        ScheduleStudy study = ScheduleStudy.of(part,
                new ScheduleStudy.Plan(List.of(PolicyName.LINUX, PolicyName.QUANTA_WINDOW, PolicyName.LATEST_QUANTUM),
                        PolicySettings.USUAL, SimulationSettings.of(4), 0.1, 1, BUS, "queue", false),
                Progress.NONE);
        assertThat(study.summaries()).hasSize(2).allMatch(s -> s.least() > 0 && s.most() < 1 && s.worse() == 0);
        assertThat(study.workloads().get(0).results().get(0).turnaroundGain()).isZero();
    }

    @Test
    void equalNeighboursBecomeOneSpan() {
        TimelineBuilder t = new TimelineBuilder(2);
        t.add(0, 0, 1, 2, 5);
        t.add(1, 0, 1, 1, Double.NaN);
        t.add(0, 1, 2, 2, 5);
        t.add(1, 1, 2, 1, Double.NaN);
        t.add(0, 2, 3, 1, 5);
        assertThat(t.spans()).containsExactly(new ScheduleTimeline.Span(0, 0, 2, 2, 5),
                new ScheduleTimeline.Span(1, 0, 2, 1, Double.NaN), new ScheduleTimeline.Span(0, 2, 3, 1, 5));
    }
}
