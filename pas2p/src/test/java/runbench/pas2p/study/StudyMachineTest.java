package runbench.pas2p.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.progress.Progress.ProgressDisplay;
import runbench.pas2p.session.SignatureRun;
import runbench.pas2p.session.TracedRun;
import runbench.pas2p.signature.SignatureBuilder;
import runbench.pas2p.study.Study.StudyObserver;
import runbench.pas2p.study.StudyFile.CommandWords;
import runbench.pas2p.study.StudyPlan.StudyTarget;
import runbench.pas2p.study.StudyResult.TargetEstimate;
import runbench.pas2p.study.StudyResult.TargetOutcome;
import runbench.pas2p.trace.MpiPrograms;
import runbench.pas2p.trace.TracedProcess;

/** A study of a real MPI program that sleeps for the given time. */
@Tag("machine")
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class StudyMachineTest {
    private static final Path HOME = MpiPrograms.HOME;
    private static final String LAUNCH = "timeout 40 mpirun.openmpi -np {ranks} ";
    @TempDir
    Path directory;

    @Test
    void twoMappingsAreMeasuredAndCompared() throws IOException, InterruptedException {
        Path program = MpiPrograms.program("durations", "openmpi");
        String slow = program + " regular 200 4";
        Path trace = Files.createDirectories(directory.resolve("trace"));
        StudyTarget traced = new StudyTarget("traced", null, null, CommandWords.of(LAUNCH + program + " regular 200 2"),
                List.of(), List.of());
        assertThat(new TracedProcess(HOME, traced.words(2, List.of()), trace).mpi("openmpi")
                .output(directory.resolve("traced.txt"))
                .run()).isZero();
        StudyPlan plan = StudyFile.parse("study.toml", "trace = \"" + trace
                + "\"\nrepeat = 1\nforce = true\nwithin = \"30%\"\n[[target]]\nname = \"slow\"\ncommand = \"" + LAUNCH
                + slow + "\"\n[[target]]\nname = \"as traced\"\ncommand = \"" + LAUNCH + "{program}\"\n");
        Study study = new Study(plan, directory.resolve("study"), true, false,
                (run, repeats) -> SignatureBuilder.build(run, repeats, plan.sampling(), List.of(), "test",
                        ProgressDisplay.NONE),
                (command, run, output) -> TracedRun.whole(
                        new TracedProcess(HOME, command, run).mpi("openmpi").output(output), command, run,
                        ProgressDisplay.NONE));
        study.run(
                (signature, command, folder, output,
                        full) -> SignatureRun.run(new SignatureRun.Request(HOME, signature, command, folder, "openmpi",
                                full, plan.force(), false, Duration.ofSeconds(40), output), ProgressDisplay.NONE),
                new StudyObserver() {
                    @Override
                    public void begins(String target, int repetition, int done, int all) {
                        assertThat(all).isEqualTo(2);
                    }

                    @Override
                    public void ended(TargetOutcome outcome, int done, int all) {
                        assertThat(outcome.why()).isNull();
                    }
                });
        StudyResult result = study.result();
        assertThat(study.tracings()).singleElement()
                .satisfies(t -> assertThat(t.folder().resolve("output.txt")).content().contains("durations: regular"));
        assertThat(result.cost().tracedRuns()).isEqualTo(2);
        // On a busy machine, either of the two may be the faster one.
        TargetEstimate slower = of(result, "slow");
        assertThat(slower.forced()).isTrue();
        assertThat(of(result, "as traced").forced()).isFalse();
        assertThat(result.ranking().best().predictedS())
                .isLessThanOrEqualTo(result.ranking().order().get(1).predictedS());
        assertThat(result.lost()).isNotNegative();
        // Sleeps are a lower bound of the truth.
        assertThat(slower.actualS()).isGreaterThan(0.8);
        assertThat(directory.resolve("study/slow/full-1/output.txt")).content().contains("durations: regular");
        assertThat(study.jobs()).allSatisfy(job -> assertThat(job.state().failed()).isFalse());
    }

    private static TargetEstimate of(StudyResult result, String name) {
        return result.ranking().order().stream().filter(e -> e.target().name().equals(name)).findFirst().orElseThrow();
    }
}
