package runbench.report.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.align.run.ClusterRun;
import runbench.align.view.ClusterView;
import runbench.align.view.PhaseRow;
import runbench.align.view.PhaseView;
import runbench.align.view.PredictedRun;
import runbench.align.view.SyntheticRun;
import runbench.align.view.ViewRequest;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.base.progress.Progress;
import runbench.pas2p.hierarchy.PhaseHierarchy;
import runbench.pas2p.phase.PhaseAnalysis;
import runbench.pas2p.phase.PhaseOptions;
import runbench.pas2p.signature.MeasuredSignature;
import runbench.pas2p.signature.Signature;
import runbench.pas2p.signature.SignatureBuilder;
import runbench.pas2p.signature.SignatureFiles;
import runbench.pas2p.signature.SignatureOptions;
import runbench.pas2p.signature.SignedLevel;
import runbench.pas2p.trace.MpiTrace;
import runbench.report.text.ClusterPhasesText;

/** A synthetic run with signatures: of itself, measured on a machine that is half as fast, and of other runs. */
class PredictedRunTest {
    private static final long MS = 1_000_000;

    @TempDir
    private Path dir;
    private ClusterRun run;
    private MpiTrace trace;

    @BeforeEach
    void plant() throws IOException {
        run = new SyntheticRun(dir.resolve("run"), 4, 10 * MS, List.of(new SyntheticRun.HostClock("n1", 0, 0, 0)))
                .write();
        trace = MpiTrace.open(dir.resolve("run/trace"));
    }

    private Signature signature(boolean ofPhases) throws IOException {
        PhaseAnalysis analysis = PhaseAnalysis.of(trace, PhaseOptions.DEFAULT, Progress.NONE);
        return SignatureBuilder.build(trace,
                ofPhases ? SignedLevel.ofPhases(analysis) : SignedLevel.top(PhaseHierarchy.of(analysis)),
                new SignatureOptions(0.03, 0.95, 0.9), "run1", List.of(), "test", Progress.NONE);
    }

    private Path written(Signature s) throws IOException {
        Path file = dir.resolve("app.sig.json");
        SignatureFiles.write(s, file);
        return file;
    }

    /** Returns a signature whose occurrences, and whose time before the stop, are scaled by a factor. */
    private Path measured(Signature s, double times) throws IOException {
        SignatureFiles.write(
                new MeasuredSignature(MeasuredSignature.FORMAT, 1, "", s, List.of("mpirun", "planted"), List.of("n9"),
                        "", null, false, List.of(), 1, 0.0, times * s.trace().prefixS(), true, null, null,
                        s.measure()
                                .stream()
                                .map(w -> new MeasuredSignature.Sample(w.phase(), w.stratum(), w.occurrence(),
                                        w.traceS(), times * w.occurrence(), times * w.traceS(), 0, 0, 0, null))
                                .toList(),
                        List.of(), new MeasuredSignature.Clock(1, "n9", 0.0, 0.0), List.of()),
                dir.resolve("there"));
        return dir.resolve("there");
    }

    private ClusterView beside(Path place) {
        return SyntheticRun.view(run, ViewRequest.whole().beside(PredictedRun.read(place)));
    }

    @Test
    void predictedAndMeasuredTimesAreInOneTable() throws IOException {
        ClusterView view = beside(measured(signature(true), 2));
        List<PhaseRow> phases = view.phases().rows().stream().filter(r -> r.label().startsWith("P")).toList();
        assertThat(phases).hasSizeGreaterThan(1)
                .allSatisfy(r -> assertThat(r.predictedS()).as("the first occurrence is a shorter one")
                        .isCloseTo(2 * r.timeS(), within(0.25 * r.timeS())));
        PhaseView.Predicted whole = view.phases().predicted();
        assertThat(whole.measured()).isTrue();
        assertThat(whole.error()).isCloseTo(1, within(0.15));
        assertThat(whole.lowS()).isLessThanOrEqualTo(whole.predictedS());

        StringWriter text = new StringWriter();
        ClusterPhasesText.print(view, new PrintWriter(text, true));
        assertThat(text.toString()).containsPattern("phase +times +time +predicted +share")
                .containsPattern("whole run: .* predicted by .*there, [0-9.]+ % too high, OUTSIDE");
        ClusterPhasesText.csv(view, dir.resolve("phases.csv"));
        assertThat(Files.readAllLines(dir.resolve("phases.csv")).get(0))
                .startsWith("phase,description,occurrences,time_s,predicted_s,share");
        JsonNode json = new ObjectMapper().readTree(view.json()).get("phases");
        assertThat(json.at("/rows/0/predicted_s").asDouble()).isEqualTo(phases.get(0).predictedS());
        assertThat(json.at("/predicted/took_s").asDouble()).isEqualTo(whole.tookS());
    }

    @Test
    void anUnmeasuredSignatureShowsTheTracedRun() throws IOException {
        ClusterView view = beside(written(signature(true)));
        assertThat(view.phases().predicted().measured()).isFalse();
        assertThat(view.phases().predicted().error()).isCloseTo(0, within(1e-6));
        assertThat(view.phases().rows().get(0).predictedS()).isCloseTo(view.phases().rows().get(0).timeS(),
                within(1e-6));
    }

    @Test
    void aCoarserLevelComparesOnlyTheWholeRun() throws IOException {
        ClusterView view = beside(written(signature(false)));
        assertThat(view.phases().rows()).allSatisfy(r -> assertThat(r.predictedS()).isNaN());
        assertThat(view.phases().predicted().notes()).anyMatch(n -> n.contains("the signature is of --level top"));
        assertThat(view.phases().predicted().tookS()).isPositive();
    }

    @Test
    void aDifferentNumberOfRanksIsRejected() throws IOException {
        Path ofFour = written(signature(true));
        run = new SyntheticRun(dir.resolve("three"), 3, 10 * MS, List.of(new SyntheticRun.HostClock("n1", 0, 0, 0)))
                .write();
        assertThatThrownBy(() -> beside(ofFour)).isInstanceOfSatisfying(RunbenchException.class, e -> {
            assertThat(e.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
            assertThat(e.remedy()).isPresent();
        }).hasMessageContaining("is not of this run: 3 ranks instead of 4");
    }

    @Test
    void noSignatureGivesNoPrediction() {
        ClusterView view = SyntheticRun.view(run, ViewRequest.whole());
        assertThat(view.phases().predicted()).isNull();
        assertThat(ClusterPhasesText.predicted(view.phases())).isEmpty();
    }
}
