package runbench.report.bandwidth;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import runbench.base.stats.Interval;
import runbench.schedule.contention.ContentionModel;
import runbench.schedule.contention.Interference;
import runbench.schedule.contention.Interference.InterferingProgram;
import runbench.schedule.contention.Interference.PredictionError;
import runbench.schedule.contention.Interference.SlowedBy;
import runbench.schedule.contention.MeasuredContention;
import runbench.schedule.contention.MeasuredContention.CurvePoint;
import runbench.schedule.contention.MeasuredContention.ModelFit;
import runbench.schedule.contention.MeasuredContention.Noise;
import runbench.schedule.contention.MeasuredContention.OrderTest;
import runbench.schedule.contention.MeasuredContention.OrderVerdict;
import runbench.schedule.contention.MeasuredContention.TrafficPoint;
import runbench.schedule.contention.ProgramDemand;
import runbench.schedule.contention.Window.Antagonist;
import runbench.schedule.contention.Window.Victim;
import runbench.schedule.profile.TrafficUnit;

/** Memory contention and interference on a terminal. */
class BandwidthTextsTest {
    private static final Map<String, String> MACHINE = Map.of("processor", "Test CPU", "kernel", "6.12");

    private static InterferingProgram program(String name) {
        return new InterferingProgram(name, name, 2, 0.01, 0.99, new ProgramDemand(1, 2e9, 0.5, "profile"));
    }

    private static SlowedBy cell(String victim, String beside, double measured, Interval interval, double predicted) {
        return new SlowedBy(victim, beside, measured, interval, 8, predicted, interval == null || interval.contains(1));
    }

    private static Interference interference(int rounds, SlowedBy... cells) {
        return new Interference(MACHINE, "2026-01-01T00:00:00Z", rounds, false, 0.2,
                List.of(program("a"), program("b")), List.of(cells), null, new PredictionError(4, 0.02, 0.05, 0.1, 0.3),
                List.of("a remark"));
    }

    private static String printed(Interference i) {
        StringWriter out = new StringWriter();
        InterferenceText.print(i, new PrintWriter(out, true));
        return out.toString();
    }

    @Test
    void aProvenSlowDownNamesTheProgramThatCausesIt() {
        String text = printed(interference(8, cell("a", "a", 1.1, new Interval(1.05, 1.15), 1.12),
                cell("a", "b", 1.4, new Interval(1.35, 1.45), 1.38), cell("b", "a", 1.001, null, Double.NaN),
                cell("b", "b", 0.99, new Interval(0.95, 1.05), Double.NaN)));
        assertThat(text).contains("8 rounds in random order, CPU time relative to alone in the same round",
                "slow-down of the row by the column, measured (?: not proven)",
                "slow-down of the row by the column, predicted",
                "a: largest slow-down by b: it takes 1.40 [1.35, 1.45] times as long",
                "b: no proven slow-down; largest with a: 1.00 times as long (too few rounds for an interval)",
                "note: a remark");
    }

    @Test
    void predictionsAreComparedWithTheAbsenceOfSlowDown() {
        assertThat(printed(interference(0, cell("a", "a", Double.NaN, null, 1), cell("a", "b", Double.NaN, null, 1.2),
                cell("b", "a", Double.NaN, null, 1.01), cell("b", "b", Double.NaN, null, 1))))
                .contains("predicted from profiles by the contention model",
                        "a: largest slow-down by b: it is predicted to take 1.20 times as long",
                        "b: no slow-down; largest by prediction with a: 1.01 times as long",
                        "prediction compared with measurement, 4 slow-downs: median error 2.0",
                        "predicting no slow-down has a median error of 10.0")
                .doesNotContain("measured (?");
    }

    @Test
    void aMeasuredMachineShowsTrafficCurveOrderNoiseAndModel() {
        StringWriter out = new StringWriter();
        BandwidthText.print(new MeasuredContention(MACHINE, 2, "2026-01-01T00:00:00Z", 64 << 20, 5, true, "arithmetic",
                List.of(new TrafficPoint(Antagonist.READ, 1, 8e9, new Interval(7.9e9, 8.1e9), 0.95, 5)),
                List.of(new CurvePoint(Victim.CHASE, Antagonist.WRITE, 1, 0.5, 3e9, 1.3, new Interval(1.2, 1.4), 0.95,
                        5, 1.28, false),
                        new CurvePoint(Victim.COMPUTE, Antagonist.SMALL, 1, 1, 0, 1, Interval.ALL, 0.5, 2, Double.NaN,
                                true)),
                List.of(new OrderTest(Victim.STREAM, OrderVerdict.HOLDS, 1.001, new Interval(0.99, 1.01), 1.5,
                        new Interval(1.4, 1.6))),
                new Noise(0.01, 0.8, 0.02, 3, 0.5),
                new ContentionModel("test", TrafficUnit.BYTES_PER_SECOND, 2, 1e10, 8e9, 0.25, 0.5, "fit"),
                new ModelFit(4, 0.02, 0.05, 2, 0.1, 0.2), List.of("short run")), new PrintWriter(out, true));
        assertThat(out.toString()).contains("Test CPU, 2 CPUs, measured 2026-01-01T00:00:00Z: arithmetic",
                "5 repetitions in random order (interrupted)", "1 BBMA writing at 50 %", "1.30 [1.20, 1.40]", "1 nBBMA",
                "inconclusive", "alone <= with nBBMA < with BBMA, streaming: holds",
                "3 windows rejected, in which they hardly ran together",
                "-> other programs use this machine, and their traffic affects all values",
                "latency grows with utilisation by 0.250, with a knee of 0.50", "of 4 fitted slow-downs",
                "with writers, which were not fitted: median", "note: short run");
    }
}
