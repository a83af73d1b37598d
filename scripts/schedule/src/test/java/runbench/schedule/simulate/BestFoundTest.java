package runbench.schedule.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import runbench.schedule.policy.PolicyName;
import runbench.schedule.policy.SchedulingPolicy.PolicySettings;
import runbench.schedule.profile.BandwidthProfile;
import runbench.schedule.profile.BandwidthProfile.ProfileStep;
import runbench.schedule.profile.BandwidthProfile.ProgressUnit;
import runbench.schedule.profile.BandwidthProfile.TrafficSource;
import runbench.schedule.profile.TrafficUnit;
import runbench.schedule.workload.Workload;
import runbench.schedule.workload.Workload.WorkloadProgram;

/** Searched schedules compared with known optima, bounds and policies. */
@Tag("beside")
class BestFoundTest {
    private static final TrafficUnit UNIT = TrafficUnit.TRANSACTIONS_PER_MICROSECOND;
    private static final BusQueue BUS = new BusQueue(UNIT, 29.5);
    private static final double QUANTUM = SimulationSettings.QUANTUM_SECONDS;

    private static WorkloadProgram program(String name, int threads, double arrival, double... secondsAndTraffic) {
        List<ProfileStep> steps = new ArrayList<>();
        for (int i = 0; i < secondsAndTraffic.length; i += 2) {
            steps.add(new ProfileStep(secondsAndTraffic[i] * 1e9, secondsAndTraffic[i], secondsAndTraffic[i + 1], 1));
        }
        return new WorkloadProgram(name, threads, Optional
                .of(new BandwidthProfile(name, threads, UNIT, TrafficSource.STATED, ProgressUnit.RUNNING_NANOS, steps)),
                List.of(), Optional.empty(), arrival, false);
    }

    private static BestFound found(int cpus, WorkloadProgram... programs) {
        return BestFound
                .of(new Workload("test", UNIT, List.of(programs)), BUS, SimulationSettings.of(cpus).withCosts(0, 0))
                .orElseThrow();
    }

    /**
     * Three programs of 10 s on two CPUs alternate: makespan 15 s, not 20; for the mean turnaround they end after 10,
     * 10 and 20.
     */
    @Test
    void threeProgramsOnTwoCpusAlternate() {
        BestFound best = found(2, program("a", 1, 0, 10, 0), program("b", 1, 0, 10, 0), program("c", 1, 0, 10, 0));
        assertThat(best.makespanSeconds()).isBetween(15 - 1e-9, 15 + QUANTUM);
        assertThat(best.meanTurnaroundSeconds()).isCloseTo(40 / 3.0, within(QUANTUM));
    }

    /** On one CPU the shortest runs first: 2, 2 + 5, 2 + 5 + 9. */
    @Test
    void theShortestGoesFirst() {
        BestFound best = found(1, program("long", 1, 0, 9, 0), program("short", 1, 0, 2, 0),
                program("middle", 1, 0, 5, 0));
        assertThat(best.meanTurnaroundSeconds()).isCloseTo((2 + 7 + 16) / 3.0, within(1e-6));
        assertThat(best.makespanSeconds()).isCloseTo(16, within(1e-6));
    }

    /** Each program that saturates the bus runs with one that does not use it, and none is slowed. */
    @Test
    void saturatingProgramsRunWithIdleOnes() {
        BestFound best = found(2, program("h1", 1, 0, 10, 29), program("h2", 1, 0, 10, 29), program("l1", 1, 0, 10, 0),
                program("l2", 1, 0, 10, 0));
        assertThat(best.makespanSeconds()).isCloseTo(20, within(QUANTUM));
    }

    /**
     * Three seconds with much traffic and three without, in each: started together they would collide, so one starts
     * later.
     */
    @Test
    void phasesAreShiftedToAvoidOverlap() {
        double[] steps = {3, 29, 3, 0, 3, 29, 3, 0, 3, 29, 3, 0};
        WorkloadProgram idle = program("other", 1, 0, 3, 0);
        Workload w = new Workload("phases", UNIT, List.of(program("a", 1, 0, steps), program("b", 1, 0, steps), idle));
        SimulationSettings settings = SimulationSettings.of(2).withCosts(0, 0);
        double turns = Simulation.run(w, BUS, PolicyName.ROUND_ROBIN.create(PolicySettings.USUAL), settings, null)
                .makespanSeconds();
        assertThat(BestFound.of(w, BUS, settings).orElseThrow().makespanSeconds()).isLessThan(0.95 * turns)
                .isLessThan(22);
    }

    @Test
    void laterArrivalsArePlanned() {
        BestFound best = found(1, program("late", 1, 7.3, 2, 0), program("early", 1, 0, 1, 0));
        assertThat(best.makespanSeconds()).isCloseTo(9.3, within(1e-9));
        assertThat(best.meanTurnaroundSeconds()).isCloseTo(1.5, within(1e-9));
    }

    @Test
    void tooManyProgramsGiveNoResult() {
        WorkloadProgram[] nine = new WorkloadProgram[BestFound.MOST_PROGRAMS + 1];
        Arrays.setAll(nine, p -> program("p" + p, 1, 0, 1, 1));
        assertThat(BestFound.of(new Workload("nine", UNIT, List.of(nine)), BUS, SimulationSettings.of(4))).isEmpty();
    }

    /** Random workloads: the result is between the lower bound and round robin, and it is reproducible. */
    @Test
    void theBestFoundIsBetweenBoundAndRoundRobin() {
        SplittableRandom random = new SplittableRandom(5);
        for (int trial = 0; trial < 5; trial++) {
            int cpus = 2 + random.nextInt(3);
            List<WorkloadProgram> programs = new ArrayList<>();
            for (int p = 0; p < 3 + random.nextInt(6); p++) {
                double[] steps = new double[2 * (1 + random.nextInt(12))];
                for (int i = 0; i < steps.length; i += 2) {
                    steps[i] = 0.05 + random.nextDouble();
                    steps[i + 1] = 15 * random.nextDouble();
                }
                programs.add(program("p" + p, 1 + random.nextInt(cpus + 1), random.nextInt(2), steps));
            }
            Workload w = new Workload("drawn " + trial, UNIT, programs);
            SimulationSettings settings = SimulationSettings.of(cpus);
            BestFound best = BestFound.of(w, BUS, settings).orElseThrow();
            ScheduleBound bound = ScheduleBound.of(w, cpus, 29.5);
            ScheduleOutcome turns = Simulation.run(w, BUS, PolicyName.ROUND_ROBIN.create(PolicySettings.USUAL),
                    settings, null);
            String what = w.name() + ": "
                    + programs.stream().map(p -> p.name() + " x " + p.threads()).collect(Collectors.joining(", "));
            assertThat(best).as(what).isEqualTo(BestFound.of(w, BUS, settings).orElseThrow());
            assertThat(best.makespanSeconds()).as(what)
                    .isBetween(bound.makespanSeconds() - 1e-6, turns.makespanSeconds() * 1.02 + QUANTUM);
            assertThat(best.meanTurnaroundSeconds()).as(what)
                    .isBetween(bound.meanTurnaroundSeconds() - 1e-6, turns.meanTurnaroundSeconds() * 1.02);
        }
    }

    /** In long schedules, each choice lasts for many quanta. */
    @Test
    void longSchedulesAreSearched() {
        BestFound best = found(2, program("a", 1, 0, 2e4, 29), program("b", 1, 0, 2e4, 29), program("c", 1, 0, 2e4, 0),
                program("d", 1, 0, 2e4, 0));
        assertThat(best.makespanSeconds()).isBetween(4e4 - 1e-6, 4.04e4);
    }
}
