package runbench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.progress.Progress;
import runbench.plotter.figure.Figure;
import runbench.plotter.figure.Panel;
import runbench.plotter.render.awt.Charts;
import runbench.report.text.EstimateText;
import runbench.sync.estimate.Estimators;
import runbench.sync.session.ClockPrediction;
import runbench.sync.session.DriftStudy;
import runbench.sync.session.EstimateSession;
import runbench.sync.session.EstimateSession.FileEstimates;
import runbench.sync.session.ExchangeSource;

class EstimateChartTest {
    private static final long BEGIN = 1_700_000_000_000_000_000L;
    private static final long HOUR = 3_600_000_000_000L;

    @TempDir
    private Path folder;

    /** Windows an hour apart of a clock whose rate turns from 10 to 12 ppm in the middle. */
    private List<FileEstimates> windows(int count) throws IOException {
        return windows("hours", count);
    }

    private List<FileEstimates> windows(String node, int count) throws IOException {
        Random random = new Random(5);
        StringBuilder all = new StringBuilder();
        // The last window of a file is incomplete and does not count.
        for (int w = 0; w <= count; w++) {
            for (int i = 0; i < 320; i++) {
                long t1 = BEGIN + w * HOUR + i / 20 * 50_000_000L + i % 20 * 100_000L;
                long k1 = t1 + 1500;
                long out = 2000 + tail(random);
                long k2 = node(k1 + out, count);
                long t2 = k2 + 5000 + tail(random);
                long t3 = t2 + 1000;
                long k3 = t3 + 1500;
                long k4 = k1 + out + (k3 - k2) + 2000 + tail(random);
                all.append(String.join(" ",
                        LongStream.of(t1, t2, t3, k4 + 5000, k1, k2, k3, k4).mapToObj(Long::toString).toList()))
                        .append('\n');
            }
        }
        Path file = Files.writeString(folder.resolve(node + ".txt"), all);
        return List.of(
                EstimateSession.estimate(new ExchangeSource(Optional.empty(), HOUR, 20, null, null, null).read(file),
                        List.of(Estimators.DEFAULT)));
    }

    private static long tail(Random random) {
        return Math.round(-800 * Math.log(1 - random.nextDouble()));
    }

    private static long node(long reference, int windows) {
        long since = reference - BEGIN;
        long turn = windows / 2 * HOUR;
        return reference + 7_000_000_000L + Math.round(10e-6 * since + 2e-6 * Math.max(0, since - turn));
    }

    @Test
    void drawsDelaysOfBothDirectionsAndTheOffsetOverHours() throws IOException {
        List<FileEstimates> all = windows(9);
        assertThat(all.get(0).windows()).hasSize(9);
        Figure figure = EstimateChart.figure(all, List.of());
        List<String> titles = figure.panels().stream().map(Panel::title).toList();
        assertThat(titles).anyMatch(t -> t.endsWith("delay of a message, kernel to kernel"))
                .anyMatch(t -> t.endsWith("delay of a message, process to process"))
                .anyMatch(t -> t.endsWith("offset over time"));
        String svg = Charts.svg(figure);
        // After 4 of 8 h at 10 and 4 h at 12 ppm the offset is 14.4 ms below the line at 11 ppm.
        assertThat(svg).contains("first window (h)", "9 windows, line +11.0", "mode ", "slower: ", ">−15")
                .doesNotContain("NaN");
    }

    @Test
    void oneWindowHasNoOffsetOverTime() throws IOException {
        assertThat(EstimateChart.figure(windows(1), List.of()).panels().stream().map(Panel::title))
                .noneMatch(t -> t.endsWith("offset over time"));
    }

    /** A clock whose rate turns after 4 h, predicted from these 4 h. */
    @Test
    void offsetsOfSeveralNodesAndErrorsOfTheirPredictionsShareAPanelEach() throws IOException {
        List<FileEstimates> all = new ArrayList<>(windows("n1", 9));
        all.addAll(windows("n2", 9));
        all.addAll(windows("n3", 1));
        List<String> problems = new ArrayList<>();
        List<ClockPrediction> predictions = EstimateSession.predict(all, 9 * HOUR / 2, problems::add);
        assertThat(problems).singleElement().asString().contains("n3.txt: has 1 window");
        assertThat(predictions).extracting(x -> Path.of(x.node()).getFileName().toString())
                .containsExactly("n1.txt", "n2.txt");
        ClockPrediction p = predictions.get(0);
        assertThat(p.learned()).isEqualTo(5);
        assertThat(p.rate() * 1e6).isCloseTo(10, within(0.001));
        assertThat(p.predicted()).hasSize(4);
        // 4 h at 2 ppm more than predicted.
        assertThat(p.worst().errorNanos()).isCloseTo(-28.8e6, within(20e3));
        assertThat(p.worst().loNanos()).isLessThan(p.worst().errorNanos());
        Figure figure = EstimateChart.figure(all, predictions);
        List<Panel> last = figure.panels().subList(figure.panels().size() - 2, figure.panels().size());
        assertThat(last).extracting(Panel::title).containsExactly("offset of each node", "error of the prediction");
        assertThat(Charts.svg(figure)).contains("worst: ", "since the first window (h)", "n1.txt<", "n2.txt<")
                .doesNotContain("NaN");
        List<String[]> rows = EstimateText.predictionRows(predictions);
        assertThat(rows.get(1)).contains("5", "4");
        assertThat(EstimateText.json(all, predictions).get(1).at("/prediction/windows")).hasSize(4);
        assertThat(EstimateText.json(all, predictions).get(2).has("prediction")).isFalse();
    }

    @Test
    void simulatedErrorsAreDrawnByPolicyAndByTheTimeOfLearning() {
        List<DriftStudy.Row> rows = DriftStudy.run(3600, List.of(0.05, 0.5), List.of(600, 1200), List.of(100_000L), 2,
                1, Progress.NONE);
        Figure figure = ClockCourses.drift(rows);
        assertThat(figure.panels()).extracting(Panel::title)
                .containsExactly("prediction alone, rate learned in 10min", "prediction alone, rate learned in 20min",
                        "re-synchronised, tolerance 100us", "worst error by the time of learning");
        assertThat(Charts.svg(figure)).contains(">0.05 ppm<", ">0.5 ppm<", "first reading (min)").doesNotContain("NaN");
    }

    @Test
    void theTableHasAllStagesInOrder() throws IOException {
        List<String[]> rows = EstimateText.stageRows(windows(2));
        assertThat(rows).hasSize(9);
        assertThat(IntStream.range(1, 9).mapToObj(i -> rows.get(i)[3]).toList()).containsExactly("t1-k1", "k1-k2",
                "k2-t2", "t1-t2", "t3-k3", "k3-k4", "k4-t4", "t3-t4");
        assertThat(rows.get(1)[4]).isEqualTo("640");
        assertThat(rows.get(1)[6]).isEqualTo("1.500");
    }
}
