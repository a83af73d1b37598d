package runbench.plotter;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import runbench.plotter.render.awt.Charts;
import runbench.plotter.figure.Figure;
import runbench.plotter.figure.Panel;
import runbench.plotter.figure.Scale;
import runbench.plotter.figure.Strip;
import runbench.plotter.theme.Ink;

/** Measures the CPU time of a JVM that draws one chart, as the command line does; medians of five. */
@Tag("bench")
class CostTest {
    private static final int REPETITIONS = 5;

    @ParameterizedTest
    @CsvSource({"run, 1.0", "run16, 1.5", "line2M, 1.0", "strip1M, 1.5"})
    void reportsDrawingTimes(String what, double limitSeconds, @TempDir Path folder) throws Exception {
        List<Double> seconds = new ArrayList<>();
        for (int i = 0; i < REPETITIONS; i++) {
            Process p = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Djava.awt.headless=true", "-cp",
                    System.getProperty("java.class.path"), Draws.class.getName(), what,
                    folder.resolve("c.png").toString()).redirectErrorStream(true).start();
            String said = new String(p.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            assertThat(p.waitFor()).as(said).isZero();
            seconds.add(Double.parseDouble(said));
        }
        Collections.sort(seconds);
        double median = seconds.get(REPETITIONS / 2);
        System.out.printf("%-8s %.2f s CPU, JVM start and data included (%s)%n", what, median, seconds);
        assertThat(median).isLessThan(limitSeconds);
    }

    static final class Draws {
        private Draws() {
        }

        public static void main(String[] args) {
            Charts.writePng(figure(args[0]), Path.of(args[1]));
            var os = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
            System.out.println(os.getProcessCpuTime() * 1e-9);
        }

        private static Figure figure(String what) {
            return switch (what) {
                case "run" -> Examples.run(Examples.block());
                case "run16" -> Examples.sixteen();
                case "line2M" -> {
                    double[] x = IntStream.range(0, 2_000_000).mapToDouble(i -> i * 1e-3).toArray();
                    double[] y = IntStream.range(0, x.length).mapToDouble(i -> (i * 7919L) % 1000 + i * 1e-3).toArray();
                    yield Figure.titled("2 M points").add(Panel.of("y", Scale.linear("")).line("", x, y, Ink.BLUE));
                }
                case "strip1M" -> {
                    Strip strip = Examples.strip(16, 62_500, 12, 60);
                    yield Figure.titled("1 M phases")
                            .add(Panel.of("phases", Scale.names("", Examples.rankNames(16))).strip(strip));
                }
                default -> throw new IllegalArgumentException(what);
            };
        }
    }
}
