package runbench.cli.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import runbench.base.json.OutputFormat;
import runbench.base.json.PublishedSchemas;
import runbench.cli.output.Failures;

class DelaysCommandTest {
    @TempDir
    private Path folder;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... args) {
        return new CommandLine(new SyncCommand()).setExecutionExceptionHandler(new Failures())
                .setParameterExceptionHandler(new Failures())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(args);
    }

    /** Returns a file of 64 exchanges, delayed by 70 us in each direction, every 16th by 90 us. */
    private Path file() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 64; i++) {
            long sent = 1_000_000_000L + i * 300_000L;
            long delay = i % 16 == 0 ? 90_000 : 70_000;
            text.append(sent + " " + (sent + delay) + " " + (sent + delay + 10_000) + " " + (sent + 2 * delay + 10_000)
                    + " 0 0 0 0\n");
        }
        return Files.writeString(folder.resolve("n1.txt"), text);
    }

    @Test
    void printsTheMeansOfThePaper() throws IOException {
        assertThat(run("delays", file().toString())).as(err.toString()).isZero();
        assertThat(out.toString()).containsPattern("(?m)^16 +1 +71.25 +71.25 +71.25 +70.00 +70.00 +70.00 +1.0$")
                .containsPattern("(?m)^64 +1 +71.25 +71.25 +71.25 +70.00 +70.00 +70.00 +4.0$")
                .contains("user stamps");
        // 60 delays of 70 us and 4 of 90 us: the mean is 71.25 us, all are below twice the minimum.
        assertThat(out.toString()).containsPattern("(?m)^table 3 as published: 100 Mb/s, shared +84 +76 +91 +-8 +[+]15")
                .containsPattern("(?m)n1.txt +71.250 +70.000 +90.000 +-1.250 +[+]18.750 +0.0 %")
                .contains("The delay varies by 0.000 us");
    }

    @Test
    void delaysBeyondTwiceTheMinimumAreNoPartOfTheMean() throws IOException {
        Path slow = folder.resolve("n2.txt");
        Files.writeString(slow, Files.readString(file()) + "2000000000 2000200000 2000210000 2000410000 0 0 0 0\n");
        assertThat(run("delays", slow.toString(), "--json")).as(err.toString()).isZero();
        JsonNode json = new ObjectMapper().readTree(out.toString());
        assertThat(json.at("/half_round_trip/max_ns").asDouble()).isEqualTo(90_000);
        assertThat(json.at("/half_round_trip/beyond_twice_min").asDouble()).isEqualTo(1 / 65.0, within(1e-12));
        assertThat(json.at("/seconds_for_millionth").asDouble())
                .isEqualTo(json.at("/two_stamps_error_ns").asDouble() * 1e-3, within(1e-12));
    }

    @Test
    void writesJsonAndBothCharts() throws IOException {
        Path chart = folder.resolve("delays.png");
        assertThat(run("delays", file().toString(), "--counts", "8,100", "--outliers", "30us", "--json", "--chart",
                chart.toString())).as(err.toString()).isZero();
        PublishedSchemas.check(OutputFormat.DELAYS, out.toString());
        JsonNode sets = new ObjectMapper().readTree(out.toString()).get("sets");
        assertThat(sets).as("100 exchanges were not recorded").hasSize(1);
        assertThat(sets.get(0).get("mean_without_outliers_ns").asDouble()).isEqualTo(72_500);
        assertThat(sets.get(0).get("sorted_delays_ns")).hasSize(8);
        assertThat(sets.get(0).get("sorted_delays_ns").get(7).asDouble()).isEqualTo(90_000);
        assertThat(ImageIO.read(chart.toFile()).getHeight()).isGreaterThan(300);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|',
            value = {"--counts 65|has 64 exchanges with user stamps", "--counts 0|--counts 0: a set has at least one",
                    "--counts 16 --stamps kernel|has 0 exchanges with kernel stamps", "--outliers 2s|--outliers"})
    void refusesSetsThatCannotBeMade(String options, String complaint) throws IOException {
        String[] words = ("delays " + file() + " " + options).split(" ");
        assertThat(run(words)).isEqualTo(2);
        assertThat(err.toString()).contains(complaint);
    }
}
