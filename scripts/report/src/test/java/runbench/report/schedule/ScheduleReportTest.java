package runbench.report.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import runbench.base.progress.Progress;
import runbench.plotter.figure.Figure;
import runbench.plotter.figure.Mark.LineMark;
import runbench.plotter.figure.Strip;
import runbench.schedule.contention.ContentionModel;
import runbench.schedule.policy.PolicyName;
import runbench.schedule.policy.ReferenceCurve;
import runbench.schedule.policy.SchedulingPolicy.PolicySettings;
import runbench.schedule.profile.TrafficUnit;
import runbench.schedule.simulate.BusQueue;
import runbench.schedule.simulate.CurveFit;
import runbench.schedule.simulate.CurveFit.Pilot;
import runbench.schedule.simulate.ScheduleStudy;
import runbench.schedule.simulate.SimulationSettings;
import runbench.schedule.timeline.ScheduleTimeline;
import runbench.schedule.workload.BuiltInWorkloads;
import runbench.schedule.workload.Workload.WorkloadSet;

@Tag("beside")
class ScheduleReportTest {
    private static final TrafficUnit UNIT = TrafficUnit.TRANSACTIONS_PER_MICROSECOND;

    /** The defaults of the command for the machine that the sets state. */
    private static final ScheduleStudy.Plan DEFAULTS = new ScheduleStudy.Plan(
            List.of(PolicyName.LINUX, PolicyName.LATEST_QUANTUM, PolicyName.QUANTA_WINDOW), PolicySettings.USUAL,
            SimulationSettings.of(4).withStream(23.6), 0.1, 2, ContentionModel.frontSideBus(), "a bus", false);

    private static ScheduleStudy study(String name, int... workloads) {
        WorkloadSet set = BuiltInWorkloads.find(name, 1).orElseThrow();
        WorkloadSet part = new WorkloadSet(set.name(),
                Arrays.stream(workloads).mapToObj(i -> set.workloads().get(i)).toList());
        return ScheduleStudy.of(part,
                new ScheduleStudy.Plan(List.of(PolicyName.LINUX, PolicyName.LATEST_QUANTUM, PolicyName.QUANTA_WINDOW),
                        PolicySettings.USUAL, SimulationSettings.of(4), 0.1, 1, new BusQueue(UNIT, 29.5), "a queue",
                        false),
                Progress.NONE);
    }

    @Test
    void publishedGainsAreInTheTable() {
        StringWriter out = new StringWriter();
        ScheduleText.print(study(BuiltInWorkloads.SET_B, 0, 6), BuiltInWorkloads.SET_B, 0, new PrintWriter(out, true));
        assertThat(out.toString().lines().filter(l -> l.startsWith("latest-quantum"))).singleElement()
                .asString()
                .endsWith("-19    13    60      3");
        assertThat(out.toString()).contains("radiosity").contains("bt").contains("worse");
        out.getBuffer().setLength(0);
        ScheduleText.print(study(BuiltInWorkloads.SET_B, 0, 6), "mine.toml", 0, new PrintWriter(out, true));
        assertThat(out.toString()).doesNotContain("published");
        out.getBuffer().setLength(0);
        ScheduleText.print(study(BuiltInWorkloads.SET_B, 0, 6), BuiltInWorkloads.SET_B, 80, new PrintWriter(out, true));
        assertThat(out.toString().lines().filter(l -> l.contains("latest-quantum")).count())
                .as("the table stands in parts")
                .isGreaterThan(2);
        assertThat(out.toString()
                .lines()
                .dropWhile(l -> !l.startsWith("workload"))
                .takeWhile(l -> !l.startsWith("published signs"))).allMatch(l -> l.length() <= 80);
    }

    /** Simulates whole sets with the defaults of the command: each sign and each order is that of the publication. */
    @Tag("scenario")
    @Test
    void defaultAssumptionReproducesPublishedSignsAndOrder() {
        for (String set : List.of(BuiltInWorkloads.SET_A, BuiltInWorkloads.SET_B, BuiltInWorkloads.SET_C)) {
            ScheduleStudy study = study(BuiltInWorkloads.find(set, 1).orElseThrow());
            assertThat(study.barriers()).isEqualTo(PublishedGains.DEFAULT_BARRIERS);
            List<String> lines = PublishedGains.comparison(set, study);
            assertThat(lines.stream().anyMatch(l -> l.contains("size of latest-quantum")))
                    .as("gains of set B are larger than published")
                    .isEqualTo(set.equals(BuiltInWorkloads.SET_B));
            assertThat(lines).as(set)
                    .contains("published signs and order of the mean turnaround saved: reproduced",
                            "Assumed, not published: barriers every 1 ms in all programs. Without barriers"
                                    + " (--no-barriers) signs and order differ in some sets.");
        }
    }

    @Tag("scenario")
    @Test
    void differingSignsAndTheAssumptionForAgreementAreStated() {
        ScheduleStudy study = study(BuiltInWorkloads.find(BuiltInWorkloads.SET_A, 1).orElseThrow().withoutBarriers());
        List<String> lines = PublishedGains.comparison(BuiltInWorkloads.SET_A, study);
        assertThat(lines.get(0))
                .startsWith("differs from the publication (mean turnaround saved): sign of latest-quantum")
                .contains("published 41 %", "sign of quanta-window", "published 31 %")
                .doesNotContain("order");
        assertThat(lines.get(lines.size() - 1)).contains("barriers every 1 ms in all programs",
                "This simulation: barriers none.");
        assertThat(PublishedGains.comparison("mine.toml", study)).isEmpty();
    }

    private static ScheduleStudy study(WorkloadSet set) {
        return ScheduleStudy.of(set, DEFAULTS, Progress.NONE);
    }

    @Test
    void barsShowPercentagesAndThePublishedMeans() {
        ScheduleStudy study = study(BuiltInWorkloads.SET_A, 0, 10);
        Figure figure = ScheduleChart.gains(study, BuiltInWorkloads.SET_A);
        assertThat(figure.panels()).hasSize(1);
        assertThat(figure.notes()).containsExactly("Published means: Latest Quantum 41 %, Quanta Window 31 %.");
        assertThat(figure.panels().get(0).legend()).extracting("name")
                .containsExactly("Latest Quantum", "Quanta Window");
    }

    /** Two pilots: the first gains most at 0.8 of its ideal average bandwidth, the second at all of it. */
    @Test
    void aFittedCurveShowsTheSearchAndThreeReferences() {
        CurveFit fit = new CurveFit(new ReferenceCurve(-0.01, 1.2, -3, 29.5, 10, 20, 0.3, "fitted to two"),
                List.of(new Pilot("a", 10, 8, 0.05, -0.02, List.of(10.0, 9.0, 8.0), List.of(0.01, 0.03, 0.05)),
                        new Pilot("b", 20, 20, 0.03, 0.01, List.of(20.0, 19.0), List.of(0.03, 0.02))));
        Figure figure = ScheduleChart.curve(fit);
        assertThat(figure.panels()).extracting("title")
                .containsExactly("Reference", "Makespan saved by reference", "Makespan saved with three references");
        LineMark other = (LineMark) figure.panels().get(1).marks().get(0);
        assertThat(other.name()).isEqualTo("other pilots");
        LineMark most = (LineMark) figure.panels().get(1).marks().get(1);
        assertThat(most.name()).isEqualTo("a");
        assertThat(most.x()).containsExactly(1, 0.9, 0.8);
        assertThat(most.y()).containsExactly(1, 3, 5);
        StringWriter out = new StringWriter();
        ScheduleText.print(fit, 0, new PrintWriter(out, true));
        assertThat(out.toString().lines().map(l -> l.replaceAll(" +", " ").strip())).contains(
                "a 10.00 8.00 0.80 5.0 1.0 -2.0 3", "b 20.00 20.00 1.00 3.0 3.0 1.0 2", "mean 4.0 2.0 -0.5",
                "published, best reference: mean 3.1 %, up to 8.8 %");
    }

    /** Two spans that overlap by a second: traffic 3, then 3 + 4, then 4 until the end. */
    @Test
    void aGanttChartSumsTheTrafficOfSimultaneousPrograms() {
        ScheduleTimeline t = new ScheduleTimeline("w", "LQ", List.of("a", "b"), 4, UNIT, 29.5, "simulated", true,
                List.of(new ScheduleTimeline.Span(0, 0, 2, 2, 3), new ScheduleTimeline.Span(1, 1, 3, 1, 4)));
        Figure figure = GanttChart.of(t);
        Strip strip = (Strip) figure.panels().get(0).marks().get(0);
        assertThat(strip.row()).containsExactly(0, 1);
        assertThat(strip.kind()).containsExactly(1, 0);
        LineMark moved = (LineMark) figure.panels().get(1).marks().get(0);
        assertThat(moved.name()).isEqualTo("transferred");
        assertThat(
                ((LineMark) GanttChart
                        .of(new ScheduleTimeline(t.workload(), "LQ", t.programs(), 4, UNIT, 29.5, "profile-guided",
                                false, t.spans()))
                        .panels()
                        .get(1)
                        .marks()
                        .get(0)).name())
                .isEqualTo("requested, from profiles");
        assertThat(moved.x()).containsExactly(0, 1, 2, 3);
        assertThat(moved.y()).containsExactly(3, 7, 4, 4);
        assertThat(((Strip) GanttChart.of(t, 0.5, 1).panels().get(0).marks().get(0)).end()).containsExactly(1);
    }
}
