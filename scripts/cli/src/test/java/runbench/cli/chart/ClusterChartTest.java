package runbench.cli.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.align.run.ClusterRun;
import runbench.align.view.SyntheticRun.HostClock;
import runbench.align.view.SyntheticRun;
import runbench.align.view.ViewRequest;
import runbench.cli.Main;
import runbench.plotter.figure.Buckets;
import runbench.plotter.figure.Figure;
import runbench.plotter.figure.Heat;
import runbench.plotter.figure.Panel;
import runbench.plotter.figure.Mark.Spans;
import runbench.plotter.figure.Strip;
import runbench.plotter.theme.Ink;
import runbench.report.cluster.ClusterChart;

/** The contents of the chart of a run on many nodes, and its title and notes. */
@Tag("beside")
class ClusterChartTest {
    private static final HostClock HEAD = new HostClock("head", 0, 0, 0);
    private static final HostClock OTHER = new HostClock("n1", 1_234_567, 30, 5_000);

    @TempDir
    Path folder;

    private SyntheticRun run(int ranks, HostClock... hosts) {
        return new SyntheticRun(folder.resolve("run"), ranks, 10_000_000, List.of(hosts));
    }

    private static List<Panel> with(Figure figure, Class<?> mark) {
        return figure.panels().stream().filter(p -> p.marks().stream().anyMatch(mark::isInstance)).toList();
    }

    @Test
    void fewRanksHaveALaneEachOnOneScaleWithTheirPhasesBehind() throws IOException {
        Figure figure = ClusterChart.of(SyntheticRun.view(run(4, HEAD, OTHER).write(), ViewRequest.whole()),
                List.of("page-faults"));
        assertThat(figure.label()).startsWith("Aligned: times of two hosts are comparable to within ±");
        List<Panel> lanes = with(figure, Buckets.class);
        assertThat(lanes).hasSize(4).allMatch(p -> p.marks().get(0) instanceof Spans);
        assertThat(lanes.stream().map(p -> p.y().max()).distinct()).hasSize(1);
        assertThat(lanes.stream().map(Panel::title)).containsExactly("page-faults, rank 0 · head",
                "page-faults, rank 1 · n1", "page-faults, rank 2 · head", "page-faults, rank 3 · n1");
        assertThat(with(figure, Strip.class)).extracting(Panel::title).containsExactly("Phases", "MPI calls");
        assertThat(with(figure, Strip.class)).allSatisfy(p -> assertThat(p.y().names()).hasSize(4));
        assertThat(((Strip) with(figure, Strip.class).get(1).marks().get(0)).names())
                .containsExactlyInAnyOrder("computing", "MPI_Barrier", "MPI_Bcast");
        assertThat(figure.panels().stream().map(Panel::title)).contains("Clock error", "Critical rank of each phase",
                "Parallel efficiency");
        assertThat(figure.notes())
                .anyMatch(n -> n.equals("P1: Bcast 1 kB from rank 0 on world · P2: Barrier on world"));
    }

    @Test
    void manyRanksAreAHeatMapWhereMissingDataIsNoZero() throws IOException {
        SyntheticRun synthetic = run(20, HEAD);
        synthetic.write();
        Files.delete(folder.resolve("run/ranks/rank-00007-head/samples.rec"));
        Figure figure = ClusterChart.of(SyntheticRun.view(ClusterRun.read(folder.resolve("run")), ViewRequest.whole()),
                List.of("page-faults"));
        assertThat(with(figure, Buckets.class)).isEmpty();
        Panel panel = with(figure, Heat.class).get(0);
        Heat heat = (Heat) panel.marks().get(0);
        assertThat(heat.values()).hasNumberOfRows(20);
        assertThat(heat.values()[7]).containsOnly(Double.NaN);
        assertThat(heat.values()[6][10]).isBetween(999.0, 1001.0);
        assertThat(panel.remark()).contains("1 without data");
        assertThat(heat.greyRows()).isEmpty();
    }

    @Test
    void rowsOfAHeatMapThatCannotBeComparedAreGrey() throws IOException {
        run(20, HEAD, new HostClock("n1", 1_234_567, 30, 25_000_000)).write();
        Figure figure = ClusterChart.of(SyntheticRun.view(ClusterRun.read(folder.resolve("run")), ViewRequest.whole()),
                List.of("page-faults"));
        assertThat(((Heat) with(figure, Heat.class).get(0).marks().get(0)).greyRows()).hasSize(10)
                .allMatch(r -> r % 2 == 1);
        assertThat(figure.notes()).anyMatch(
                n -> n.startsWith("n1 is not comparable in buckets of this width: its clock is known to ±25 ms"));
    }

    @Test
    void whatIsNotAlignedIsGreyAndWhatIsNotWholeSaysSoInTheImage() throws IOException {
        SyntheticRun synthetic = run(4, HEAD, OTHER);
        synthetic.write();
        Files.delete(folder.resolve("run/clocks/n1.model.json"));
        Path json = folder.resolve("run/cluster.json");
        Files.writeString(json,
                Files.readString(json)
                        .replace("\"finished\"", "\"failed\"")
                        .replace("\"reason\" : null", "\"reason\" : \"rank 3 was killed\""));
        Figure figure = ClusterChart.of(SyntheticRun.view(ClusterRun.read(folder.resolve("run")), ViewRequest.whole()),
                List.of("page-faults"));
        assertThat(figure.label()).startsWith("Not on one time: ranks 1 · n1, 3 · n1")
                .contains("INCOMPLETE RUN (failed): rank 3 was killed");
        List<Panel> lanes = with(figure, Buckets.class);
        assertThat(lanes.stream().map(p -> ((Buckets) p.marks().get(1)).ink())).containsExactly(Ink.BLUE, Ink.GREY,
                Ink.BLUE, Ink.GREY);
        assertThat(lanes.get(1).remark()).startsWith("NOT ALIGNED");
        assertThat(lanes.get(1).detail()).isEqualTo("the clock of n1 could not be measured");
        Strip phases = (Strip) with(figure, Strip.class).get(0).marks().get(0);
        for (int i = 0; i < phases.row().length; i++) {
            assertThat(phases.kind()[i] < 0).as("a grey row").isEqualTo(phases.row()[i] % 2 == 1);
        }
        assertThat(figure.notes())
                .anyMatch(n -> n.startsWith("n1 is not aligned: the clock of n1 could not be measured"));
    }

    @Test
    void plotDrawsAndWritesTheTable() throws IOException {
        run(3, HEAD, OTHER).write();
        assertThat(Main.execute("plot", folder.resolve("run").toString(), "--svg", "-q")).isZero();
        assertThat(folder.resolve("run/chart.png")).isNotEmptyFile();
        assertThat(folder.resolve("run/chart.svg")).content().contains("rank 2 · head");
        List<String> csv = Files.readAllLines(folder.resolve("run/phases.csv"));
        assertThat(csv).hasSize(4);
        assertThat(csv.get(0)).startsWith("phase,description,occurrences,time_s,predicted_s,share")
                .contains("page-faults,page-faults_least,page-faults_most")
                .contains("parallel_efficiency,load_balance,communication_efficiency,serialisation,transfer")
                .endsWith(",not_known");
        assertThat(csv.get(1)).startsWith("P2,Barrier on world,20,")
                .contains("instructions: rank 0: this machine has no PMU");
        assertThat(folder.resolve("run/phases.json")).content()
                .contains("\"critical_rank\" : 0", "\"communication_efficiency\" : 0.9");
    }

    @Test
    void optionsOfOneKindOfRunAreRejectedForTheOther() throws IOException {
        run(2, HEAD).write();
        PrintStream err = System.err;
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
        try {
            assertThat(Main.execute("plot", folder.resolve("run").toString(), "--axis", "wall_time")).isEqualTo(2);
            assertThat(Main.execute("plot", folder.resolve("run/ranks/rank-00000-head/samples.rec").toString(),
                    "--messages")).isEqualTo(2);
            assertThat(Main.execute("plot", folder.resolve("run").toString(), "--phase", "B")).isEqualTo(2);
        } finally {
            System.setErr(err);
        }
        assertThat(said.toString(StandardCharsets.UTF_8)).contains("this is a run on many nodes")
                .contains("are for a run on many nodes");
    }
}
