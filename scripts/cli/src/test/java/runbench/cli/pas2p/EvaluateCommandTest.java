package runbench.cli.pas2p;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.json.OutputFormat;
import runbench.base.json.PublishedSchemas;
import runbench.base.progress.Progress;
import runbench.measure.pas2p.ProgramEvaluation;
import runbench.pas2p.evaluate.Evaluation;
import runbench.pas2p.evaluate.Evaluation.FailedRun;
import runbench.pas2p.synthetic.PlantedTrace;
import runbench.pas2p.trace.MpiTrace;
import runbench.report.text.EvaluationText;
import runbench.report.text.PrintedJson;
import runbench.report.text.Screen;

class EvaluateCommandTest {
    @TempDir
    private Path dir;
    private final Pas2pLine line = new Pas2pLine();

    @Test
    void unusableRequestsAreRejected() {
        assertThat(line.run("evaluate", dir.resolve("none").toString())).isEqualTo(2);
        assertThat(line.err.toString()).contains("is not a folder");
        assertThat(line.run("evaluate", dir.toString(), "-o", dir.resolve("out").toString())).isEqualTo(2);
        assertThat(line.err.toString()).contains("contains no executable file");
        assertThat(line.run("evaluate", dir.toString(), "--command", "mpirun ./app")).isEqualTo(2);
        assertThat(line.err.toString()).contains("does not contain {program}");
        assertThat(line.run("evaluate", dir.toString(), "--ranks", "4,0")).isEqualTo(2);
        assertThat(line.err.toString()).contains("at least 1");
    }

    @Test
    void resultKeepsToItsSchemaAndNamesFailures() throws IOException {
        PlantedTrace.write(new PlantedTrace.Plan(4, 5000, 4, 1), dir);
        MpiTrace trace = MpiTrace.open(dir);
        double traced = (trace.runEndNanos() - trace.runStartNanos()) / 1e9;
        Evaluation evaluation = new Evaluation(
                List.of(Evaluation.of("cg.S.x", 4, trace, traced, Progress.NONE),
                        Evaluation.of("cg.S.x", 8, trace, traced, Progress.NONE)),
                List.of(new FailedRun("cg.S.x", 9, "it needs a power of two")));
        PublishedSchemas.check(OutputFormat.EVALUATION, PrintedJson.text(OutputFormat.EVALUATION, evaluation.fields()));
        Path folder = dir.resolve("evaluated");
        ProgramEvaluation.write(evaluation, folder);
        PublishedSchemas.check(OutputFormat.EVALUATION, folder.resolve("evaluation.json"));
        assertThat(folder.resolve("evaluation.png")).isNotEmptyFile();
        List<String> lines = Files.readAllLines(folder.resolve("evaluation.csv"));
        assertThat(lines).hasSize(1 + 2 * 6);
        assertThat(lines.get(0)).startsWith("program,processes,order,method,phases,relevant,coverage,tef_s");
        assertThat(lines.get(1)).startsWith("cg.S.x,4,pas2p,phases,4,4,");
        StringWriter out = new StringWriter();
        Screen screen = new Screen(new PrintWriter(out), 0);
        EvaluationText.print(screen, evaluation);
        screen.flush();
        assertThat(out.toString()).contains("cg.S.x with 9 processes FAILED: it needs a power of two")
                .contains("205.2")
                .contains("without phases:")
                .doesNotContain("POP");
        assertThat(out.toString().lines().filter(l -> l.startsWith("cg.S.x")).count()).isEqualTo(2 * 6 + 2 + 6 + 1);
    }
}
