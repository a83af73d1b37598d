package runbench.schedule.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.BitSet;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import runbench.base.error.RunbenchException;
import runbench.schedule.policy.SchedulingPolicy.PolicySettings;

/** Decisions compared with results worked out by hand. */
@Tag("beside")
class PoliciesTest {
    private static SchedulingPolicy policy(PolicyName name) {
        return name.create(PolicySettings.USUAL);
    }

    /** 20 - 16 leaves 4 for two CPUs: 2 each, which is exactly the traffic per thread of the program with 2. */
    @Test
    void latestQuantumAddsTheFittestToTheFirst() {
        StatedCandidates c = new StatedCandidates(4, 20, 2, 2, 2, 2).latest(16, 16, 4, 0.2);
        SchedulingPolicy lq = policy(PolicyName.LATEST_QUANTUM);
        assertThat(c.decided(lq)).containsExactly(2, 0, 2, 0);
        // The waiting order is 1, 3, 0, 2: 1 is first, and the same program with 4 fits again before 0 and 3.
        assertThat(c.decided(lq)).containsExactly(0, 2, 2, 0);
        // 3 and 0 have waited longest. After 3 (0.2) there is 9.9 for each CPU: 8 per thread is nearer than 2.
        assertThat(c.decided(lq)).containsExactly(2, 0, 0, 2);
    }

    @Test
    void programsWithoutHistoryRunFirst() {
        StatedCandidates c = new StatedCandidates(2, 10, 1, 1, 1).latest(5, 5);
        assertThat(c.decided(policy(PolicyName.LATEST_QUANTUM))).containsExactly(1, 0, 1);
    }

    @Test
    void gangsLargerThanTheMachineGetAllCpus() {
        StatedCandidates c = new StatedCandidates(2, 10, 8, 1).latest(5, 1);
        SchedulingPolicy lq = policy(PolicyName.LATEST_QUANTUM);
        assertThat(c.decided(lq)).containsExactly(2, 0);
        assertThat(c.decided(lq)).containsExactly(0, 1);
    }

    /** Traffic on few levels, so that many programs are equally fit; gangs of one to four; programs that end. */
    @Test
    void scanAndIndexSelectTheSameProgram() {
        for (boolean rounds : new boolean[]{false, true}) {
            SplittableRandom random = new SplittableRandom(rounds ? 1 : 2);
            int[] threads = random.ints(60, 1, 5).toArray();
            StatedCandidates c = new StatedCandidates(16, 40, threads);
            SchedulingPolicy goneThrough = latest(rounds, Integer.MAX_VALUE);
            SchedulingPolicy lookedUp = latest(rounds, 0);
            for (int quantum = 0; quantum < 150; quantum++) {
                int[] cpus = c.decided(goneThrough);
                assertThat(c.decided(lookedUp)).as("rounds %s, quantum %d", rounds, quantum).containsExactly(cpus);
                for (int p = 0; p < threads.length; p++) {
                    c.latest[p] = cpus[p] == 0 ? c.latest[p] : threads[p] * 0.7 * random.nextInt(8);
                }
                c.ended[random.nextInt(threads.length)] |= random.nextInt(8) == 0;
            }
        }
    }

    private static SchedulingPolicy latest(boolean rounds, int scanned) {
        return new FittestGangs("latest", rounds, false, scanned) {
            @Override
            double expected(Candidates c, int program) {
                return c.latestTraffic(program);
            }
        };
    }

    /**
     * A burst of 9 in one quantum of five gives a mean of 2.6: the program still fits, unlike by its latest quantum.
     */
    @Test
    void quantaWindowSmoothsABurst() {
        StatedCandidates c = new StatedCandidates(2, 10, 1, 1, 1);
        SchedulingPolicy lq = policy(PolicyName.LATEST_QUANTUM);
        SchedulingPolicy qw = policy(PolicyName.QUANTA_WINDOW);
        double[] second = {1, 1, 1, 1, 9};
        for (double traffic : second) {
            c.latest(8, traffic, 5);
            // The other programs do not matter: every program runs often enough for a window.
            c.decided(lq);
            c.decided(qw);
        }
        TrafficWindow window = new TrafficWindow(5);
        WaitingList list = new WaitingList();
        for (double traffic : second) {
            list.update(c);
            list.runs(1);
            c.latest[1] = traffic;
            window.observe(c, list);
        }
        assertThat(window.mean(1)).isCloseTo(2.6, within(1e-12));
        assertThat(window.highest(1)).isEqualTo(9);
        assertThat(window.mean(0)).isNaN();
    }

    @Test
    void aRoundRunsEveryProgramOnce() {
        StatedCandidates c = new StatedCandidates(2, 10, 1, 1, 1, 1, 1, 1).latest(9, 1, 5, 5, 2, 8);
        for (PolicyName name : new PolicyName[]{PolicyName.PBW, PolicyName.IABW}) {
            SchedulingPolicy policy = policy(name);
            int[] ran = new int[6];
            for (int quantum = 0; quantum < 3; quantum++) {
                int[] cpus = c.decided(policy);
                Arrays.setAll(ran, p -> ran[p] + cpus[p]);
            }
            assertThat(ran).as(name.word()).containsOnly(1);
        }
    }

    /** 9 with 1 and 5 with 5 reach the peak of 10. */
    @Test
    void pbwAimsAtThePeak() {
        StatedCandidates c = new StatedCandidates(2, 10, 1, 1, 1, 1).latest(9, 5, 5, 1);
        SchedulingPolicy pbw = policy(PolicyName.PBW);
        assertThat(c.decided(pbw)).containsExactly(1, 0, 0, 1);
        assertThat(c.decided(pbw)).containsExactly(0, 1, 1, 0);
    }

    /**
     * Alone they request 4 each, together 8 on two CPUs. With the identity curve the reference is 8, and 6 runs with 2.
     */
    @Test
    void iabwAimsBelowThePeak() {
        StatedCandidates c = new StatedCandidates(2, 30, 1, 1, 1, 1).latest(6, 4, 2, 6).alone(4, 4, 4, 4);
        SchedulingPolicy iabw = PolicyName.IABW.create(PolicySettings.USUAL.withCurve(ReferenceCurve.IDENTITY));
        assertThat(c.decided(iabw)).containsExactly(1, 0, 1, 0);
        StatedCandidates peak = new StatedCandidates(2, 30, 1, 1, 1, 1).latest(6, 4, 2, 6).alone(4, 4, 4, 4);
        assertThat(peak.decided(policy(PolicyName.PBW))).containsExactly(1, 0, 0, 1);
    }

    @Test
    void thePublishedCurveIsClamped() {
        ReferenceCurve curve = ReferenceCurve.PUBLISHED;
        assertThat(curve.reference(10, 29.5)).isCloseTo(7.15, within(0.005));
        assertThat(curve.reference(20, 29.5)).isCloseTo(18.18, within(0.005));
        assertThat(curve.reference(29.5, 29.5)).isCloseTo(26.48, within(0.005));
        assertThat(curve.reference(4, 29.5)).isZero();
        assertThat(curve.reference(200, 295)).as("a machine ten times as wide").isCloseTo(181.8, within(0.05));
        assertThat(curve.reference(500, 29.5)).isZero();
    }

    @Test
    void profilesReplaceObservedTraffic() {
        StatedCandidates c = new StatedCandidates(2, 10, 1, 1, 1).latest(5, 5, 1).alone(9, 9, 1);
        assertThat(c.decided(policy(PolicyName.LATEST_QUANTUM))).containsExactly(1, 1, 0);
        assertThat(c.decided(
                PolicyName.LATEST_QUANTUM.create(new PolicySettings(5, ReferenceCurve.PUBLISHED, 0.9, 1, true))))
                .containsExactly(1, 0, 1);
    }

    /**
     * Two programs that request 12 each on two CPUs would sum to 24 of 20; each gives one CPU to a program without
     * traffic.
     */
    @Test
    void coreAllocationTakesCpusFromSaturatingGangs() {
        StatedCandidates c = new StatedCandidates(4, 20, 2, 2, 1, 1).alone(24, 24, 0.1, 0.1);
        assertThat(c.decided(policy(PolicyName.CORE_ALLOCATION))).containsExactly(1, 1, 1, 1);
        StatedCandidates nobodyElse = new StatedCandidates(4, 20, 2, 2).alone(24, 24);
        assertThat(nobodyElse.decided(policy(PolicyName.CORE_ALLOCATION))).containsExactly(2, 2);
    }

    /** 0.9 of 20 is 18: the modest program keeps its 2, and 16 of the 32 that the other requests remain for it. */
    @Test
    void throttlingLimitsOnlyTheGreedy() {
        StatedCandidates c = new StatedCandidates(4, 20, 2, 2).alone(32, 2);
        Decision d = new Decision(2);
        policy(PolicyName.THROTTLING).decide(c, d);
        assertThat(d.share(0)).isCloseTo(0.5, within(1e-12));
        assertThat(d.share(1)).isEqualTo(1);
    }

    @Test
    void linuxSharesEachQueueEvenly() {
        StatedCandidates c = new StatedCandidates(4, 20, 2, 2, 1, 1, 1, 1);
        SchedulingPolicy linux = policy(PolicyName.LINUX);
        int[] ran = new int[6];
        BitSet[] cpusOfThread = new BitSet[8];
        Arrays.setAll(cpusOfThread, t -> new BitSet());
        Decision d = new Decision(6);
        for (int quantum = 0; quantum < 100; quantum++) {
            d.clear();
            linux.decide(c, d);
            assertThat(d.placed()).isEqualTo(4);
            for (int i = 0; i < 4; i++) {
                ran[d.placedProgram(i)]++;
                cpusOfThread[d.placedProgram(i) * 2 % 8 + d.placedThread(i)].set(d.placedCpu(i));
            }
        }
        assertThat(ran).containsExactly(100, 100, 50, 50, 50, 50);
        c.ended[0] = true;
        c.ended[1] = true;
        d.clear();
        linux.decide(c, d);
        assertThat(d.placed()).as("no CPU idles while a thread waits").isEqualTo(4);
    }

    @Test
    void noPolicyStarvesAProgram() {
        for (PolicyName name : PolicyName.values()) {
            StatedCandidates c = new StatedCandidates(4, 20, 4, 3, 2, 1, 1, 2, 6).latest(30, 3, 0.1, 12, 7, 7, 1);
            SchedulingPolicy policy = policy(name);
            boolean[] ran = new boolean[7];
            for (int quantum = 0; quantum < 14; quantum++) {
                int[] cpus = c.decided(policy);
                assertThat(Arrays.stream(cpus).sum()).as(name.word()).isBetween(1, 4);
                for (int p = 0; p < 7; p++) {
                    ran[p] |= cpus[p] > 0;
                }
            }
            assertThat(ran).as(name.word()).containsOnly(true);
            assertThat(PolicyName.of(name.word())).isEqualTo(name);
            assertThat(policy.name()).isEqualTo(name.word());
        }
    }

    @Test
    void anUnknownNameSuggestsTheNearest() {
        assertThatThrownBy(() -> PolicyName.of("quanta-windows")).isInstanceOfSatisfying(RunbenchException.class,
                e -> assertThat(e.remedy()).hasValueSatisfying(r -> assertThat(r).contains("quanta-window")));
    }

    @Test
    void curvesSurviveTheirFile() {
        ReferenceCurve fitted = new ReferenceCurve(-0.01, 1.2, -3, 29.5, 4, 22, 0.3, "fitted to pilots");
        assertThat(ReferenceCurveJson.parse("f", ReferenceCurveJson.text(fitted))).isEqualTo(fitted);
        assertThatThrownBy(() -> ReferenceCurveJson.parse("f.json", "{\"format\": \"other\"}"))
                .hasMessageContaining("f.json");
        assertThatThrownBy(() -> ReferenceCurveJson.parse("f.json", "[]")).isInstanceOf(RunbenchException.class);
    }
}
