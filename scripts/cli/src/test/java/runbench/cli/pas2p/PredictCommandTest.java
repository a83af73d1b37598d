package runbench.cli.pas2p;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.json.OutputFormat;
import runbench.base.json.PublishedSchemas;
import runbench.pas2p.signature.MeasuredSignature.RankTime;
import runbench.pas2p.signature.MeasuredSignature.Sample;
import runbench.pas2p.signature.MeasuredSignature;
import runbench.pas2p.signature.Signature;
import runbench.pas2p.signature.SignatureFiles;
import runbench.pas2p.synthetic.ScalingTraces;

/** The thesis's CG of class C on 8 processes (tables 4.1 and 4.2), treated as a measured signature. */
@Tag("scenario")
@Tag("beside")
class PredictCommandTest {
    @TempDir
    private Path dir;
    private final Pas2pLine line = new Pas2pLine();
    private final StringWriter out = line.out;
    private final StringWriter err = line.err;

    private int run(String... args) {
        return line.run(args);
    }

    private static Signature.SignedPhase phase(String label, long weight, double seconds) {
        return new Signature.SignedPhase(label, label, label, "messages", weight, weight * seconds, seconds, 0, true,
                List.of(new Signature.Stratum(0, 0, seconds, weight, weight * seconds, seconds, 0, 0.01, weight - 1,
                        (weight - 1) * seconds, 0, 2, 1)));
    }

    private String measured(String name, Double completed, boolean forced) throws IOException {
        double[] tef = {0.00289738, 0.0980623};
        Signature cg = new Signature(Signature.FORMAT, 1, new Signature.Made("a", "", "", "cg"),
                new Signature.Program(List.of("./cg.C.8"), "", "", null, List.of(), List.of(), null), "Open MPI 1.4.1",
                2, List.of(new Signature.Location(0, 0), new Signature.Location(1, 0)), false,
                new Signature.Trace(208, 1, 0.5, 205.2, 2.8, 1.2, 1.5, 0, 0, 0, 0, 0, "phases"),
                List.of(phase("P1", 3952, tef[0]), phase("P2", 1976, tef[1])),
                List.of(new Signature.Wanted(0, 0, 3, tef[0], 0.5, new long[2], new long[2]),
                        new Signature.Wanted(1, 0, 3, tef[1], 0.5, new long[2], new long[2])),
                new long[2], 0.01, 0.03, 0.95, 0.05, List.of());
        List<RankTime> ranks = List.of(new RankTime(0.1, 0.08, 0.02), new RankTime(0.1, 0.04, 0.06));
        SignatureFiles.write(new MeasuredSignature(MeasuredSignature.FORMAT, 1, "", cg, List.of("mpirun", "./cg.C.8"),
                List.of("n1"), "", null, forced, forced ? List.of("the program differs") : List.of(), 2.1, 1.0, 1.2,
                completed == null, completed, null,
                List.of(new Sample(0, 0, 3, tef[0], 1, tef[0], 0, 0, 0, null),
                        new Sample(1, 0, 3, tef[1], 1.1, tef[1], 0, 0, 0, ranks)),
                List.of(), new MeasuredSignature.Clock(1, "node", 0.0, 0.0), List.of()), dir.resolve(name));
        return dir.resolve(name).toString();
    }

    @Test
    void theThesissTablesComeOut() throws IOException {
        String cg = measured("cg", 208.146, false);
        assertThat(run("predict", cg, "-o", dir.resolve("o").toString())).as(err.toString()).isZero();
        assertThat(out.toString()).containsPattern("P1 +3,952 +1 +0.002897 .*11.45")
                .containsPattern("P2 +1,976 +1 +0.09806 .*193.8")
                .containsPattern("total .*205.2 .*208.1")
                .contains("1.4 %");
        assertThat(run("predict", cg, "--json")).isZero();
        PublishedSchemas.check(OutputFormat.PREDICTION, out.toString());
        JsonNode json = new ObjectMapper().readTree(out.toString());
        assertThat(json.get("thesis_pte_s").asDouble()).isCloseTo(205.221, within(0.001));
        assertThat(json.get("thesis_epte").asDouble()).isCloseTo(0.01405, within(0.00001));
        assertThat(json.get("tef_s").asDouble()).isCloseTo(0.10095, within(0.00001));
        assertThat(json.get("predicted_s").asDouble()).as("stop, what is behind it, the rest")
                .isCloseTo(1.2 + 3951 * 0.00289738 + 1975 * 0.0980623 + 1.5, within(1e-6));
        assertThat(json.at("/interval_s/0").asDouble()).isLessThan(json.get("predicted_s").asDouble());
        assertThat(json.at("/phases/1/load_balance").asDouble()).as("(0.08 + 0.04) / 2 / 0.08")
                .isCloseTo(0.75, within(1e-6));
        for (String file : List.of("prediction.json", "prediction.csv", "prediction-phases.csv", "prediction.png")) {
            assertThat(dir.resolve("o").resolve(file)).isNotEmptyFile();
        }
    }

    @Test
    void severalStandSideBySideAndWhatWasForcedSaysSo() throws IOException {
        String here = measured("here", 208.146, false);
        String there = measured("there", null, true);
        assertThat(run("predict", here, there, "-o", dir.resolve("both").toString())).isZero();
        assertThat(Files.readAllLines(dir.resolve("both/prediction.csv"))).hasSize(3)
                .first()
                .asString()
                .startsWith("measured,program,command,ranks,hosts,forced,predicted_s,low_s");
        assertThat(run("predict", there)).isZero();
        assertThat(out.toString()).contains("(forced)").contains("FORCED in spite of differences: the program differs");
        assertThat(run("predict", there, "--against", here, "--json")).isZero();
        assertThat(new ObjectMapper().readTree(out.toString()).get("tea_s").asDouble()).isEqualTo(208.146);
    }

    @Test
    void howMuchRunsDifferStandsBesideTheError() throws IOException {
        String stopped = measured("stopped", null, false);
        String[] all = {"predict", stopped, "--against", measured("a", 200.0, false), "--against",
                measured("b", 208.0, false), "--against", measured("c", 216.0, false)};
        assertThat(run(all)).as(err.toString()).isZero();
        assertThat(out.toString()).contains("mean of 3 runs")
                .contains("its runs: 200.0, 208.0, 216.0 s, standard deviation 3.8 %");
        assertThat(
                run(java.util.stream.Stream.concat(java.util.Arrays.stream(all), java.util.stream.Stream.of("--json"))
                        .toArray(String[]::new)))
                .isZero();
        JsonNode json = new ObjectMapper().readTree(out.toString());
        assertThat(json.get("tea_s").asDouble()).isEqualTo(208);
        PublishedSchemas.check(OutputFormat.PREDICTION, json);
        assertThat(json.get("tea_spread").asDouble()).as("8 of 208").isCloseTo(8.0 / 208, within(1e-9));
        assertThat(json.get("tea_runs_s")).hasSize(3);
    }

    @Test
    void whatIsNoWholeRunIsNotComparedWith() throws IOException {
        String stopped = measured("stopped", null, false);
        assertThat(run("predict", stopped, "--against", stopped)).isEqualTo(2);
        assertThat(err.toString()).contains("its whole run time was not measured");
        assertThat(run("predict", dir.toString())).isEqualTo(2);
        assertThat(err.toString()).contains("measured.json");
    }

    @Test
    void firstLineStatesTheTimeOrWhyItIsNotUsable() throws IOException {
        assertThat(run("predict", measured("cg", 208.146, false))).isZero();
        assertThat(out.toString()).startsWith("predicted: 208 s (95.0 %: 20").contains("carried by: ");
        assertThat(run("predict", measured("other", null, true))).isZero();
        assertThat(out.toString().lines().findFirst().orElseThrow())
                .contains("with the weights of the traced run (./cg.C.8)");
    }

    @Test
    void auditsNeedTheTimeOfAWholeRun() throws IOException {
        assertThat(run("predict", measured("stopped", null, false), "--calibrate")).isEqualTo(2);
        assertThat(err.toString()).contains("--calibrate: no usable prediction has the time of a whole run");
    }

    @Test
    void auditsOfSeveralRunsAreInOneTable() throws IOException {
        assertThat(run("predict", measured("a", 208.0, false), measured("b", 500.0, false))).isZero();
        assertThat(out.toString()).contains("cg.C.8").contains("intervals hold in 1 of 2");
    }

    /** Returns three runs in which every phase's weight grows with the workload, analysed as signatures. */
    private List<String> grown(String level) throws IOException {
        Signature cg = SignatureFiles.measured(Path.of(measured("base", null, false))).signature();
        List<String> from = new ArrayList<>();
        for (int v : new int[]{100, 200, 300}) {
            Signature.Trace t = cg.trace();
            Signature grown = new Signature(cg.format(), cg.version(), cg.made(), cg.program(), cg.mpi(), cg.ranks(),
                    cg.locations(), false,
                    new Signature.Trace(1 + 0.1 * v, t.initS(), t.finalizeS(), t.coveredS(), 1, t.prefixS(), t.restS(),
                            0, 0, 0, 0, 0, level),
                    List.of(phase("P1", 20L * v, 0.001), phase("P2", 10L * v, 0.008)), cg.measure(), cg.stop(),
                    cg.runShare(), cg.errorWanted(), cg.confidence(), cg.within(), cg.warnings());
            SignatureFiles.write(grown, dir.resolve(level + v + ".json"));
            from.addAll(List.of("--analysis", dir.resolve(level + v + ".json") + "=" + v));
        }
        return from;
    }

    private int extrapolate(String place, List<String> from, String... more) {
        List<String> words = new ArrayList<>(List.of("predict", place, "--workload", "600"));
        words.addAll(from);
        words.addAll(List.of(more));
        return run(words.toArray(String[]::new));
    }

    @Test
    void anotherWorkloadIsExtrapolatedAndMarkedAsThat() throws IOException {
        String place = measured("there", null, false);
        assertThat(extrapolate(place, grown("phases"), "-o", dir.resolve("w").toString())).as(err.toString()).isZero();
        assertThat(out.toString()).contains("EXTRAPOLATED").contains("600");
        assertThat(dir.resolve("w/extrapolation.png")).isNotEmptyFile();
        assertThat(extrapolate(place, grown("phases"), "--json")).isZero();
        JsonNode json = new ObjectMapper().readTree(out.toString());
        assertThat(json.get("extrapolated").asBoolean()).isTrue();
        PublishedSchemas.check(OutputFormat.EXTRAPOLATION, json);
        // The traced machine takes 0.1 s per unit plus 1 s; measured occurrences take as long as traced ones.
        assertThat(json.get("extrapolated_s").asDouble()).isCloseTo(61, within(0.1));
        assertThat(new ObjectMapper().readTree(dir.resolve("w/extrapolation.json").toFile())).isEqualTo(json);
    }

    @Test
    void whatCannotBeExtrapolatedSaysWhatToType() throws IOException {
        String place = measured("there", null, false);
        assertThat(extrapolate(place, grown("top"))).isEqualTo(2);
        assertThat(err.toString()).contains("holds phases of --level top, the measured signature of --level all");
        assertThat(run("predict", place, "--analysis", dir.resolve("top100.json") + "=100")).isEqualTo(2);
        assertThat(err.toString()).contains("--analysis: --workload is missing");
        assertThat(extrapolate(place, List.of(), "--against", place)).isEqualTo(2);
        assertThat(err.toString()).contains("not --against");
    }

    /** Writes the trace of a program whose step takes 2 ms + 80 ms / p. */
    private String scaled(int ranks) throws IOException {
        Path folder = dir.resolve("run-" + ranks);
        new ScalingTraces(p -> 20, p -> 0.002 + 0.08 / p, p -> 0.001, p -> 0.004, 0).write(folder, ranks, 1);
        return folder.toString();
    }

    @Test
    void anotherNumberOfRanksIsPredictedFromTraces() throws IOException {
        String[] traces = {scaled(4), scaled(8), scaled(12), scaled(16)};
        String[] words = {"predict", traces[0], traces[1], traces[2], "--ranks", "16", "--against", traces[3], "-o",
                dir.resolve("s").toString()};
        assertThat(run(words)).as(err.toString()).isZero();
        assertThat(out.toString()).contains("with 16 ranks, EXTRAPOLATED: 0.1").contains("inside the interval");
        assertThat(dir.resolve("s/scaling.png")).isNotEmptyFile();
        assertThat(run("predict", traces[0], traces[1], traces[2], "--ranks", "16", "--against", traces[3], "--json"))
                .isZero();
        JsonNode json = new ObjectMapper().readTree(out.toString());
        PublishedSchemas.check(OutputFormat.SCALING_PREDICTION, json);
        assertThat(json.get("error").asDouble()).isBetween(-0.05, 0.05);
        assertThat(new ObjectMapper().readTree(dir.resolve("s/scaling.json").toFile())).isEqualTo(json);
        assertThat(run("predict", traces[0], "--ranks", "16")).isEqualTo(2);
        assertThat(err.toString()).contains("all traces have 4 ranks");
        assertThat(run("predict", traces[0], traces[1], "--ranks", "32", "--against", traces[3])).isEqualTo(2);
        assertThat(err.toString()).contains("a run of 16 ranks; --ranks is 32");
        assertThat(run("predict", traces[0], "--ranks", "16", "--workload", "3")).isEqualTo(2);
        assertThat(err.toString()).contains("--ranks takes traces");
    }
}
