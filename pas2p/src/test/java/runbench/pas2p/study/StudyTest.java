package runbench.pas2p.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.pas2p.session.SignatureRun;
import runbench.pas2p.signature.MeasuredSignature;
import runbench.pas2p.signature.Signature;
import runbench.pas2p.signature.SignatureFiles;
import runbench.pas2p.signature.SteadySignature;
import runbench.pas2p.study.Study.StudyObserver;
import runbench.pas2p.study.Study.TargetRunner;
import runbench.pas2p.study.Study.TraceMaker;
import runbench.pas2p.study.StudyPlan.StudyTracing;
import runbench.pas2p.study.StudyResult.TargetEstimate;
import runbench.pas2p.study.StudyResult.TargetOutcome;
import runbench.pas2p.trace.TraceWriter;

/** Studies of machines with known ratios: everything takes the given multiple of time on them. */
@Tag("scenario")
@Tag("beside")
class StudyTest {
    private static final StudyObserver NOBODY = new StudyObserver() {
        @Override
        public void begins(String target, int repetition, int done, int all) {
            // No observer.
        }

        @Override
        public void ended(TargetOutcome outcome, int done, int all) {
            // No observer.
        }
    };

    private static final TraceMaker NO_TRACE = (command, folder, output) -> {
        throw new AssertionError("nothing is to be traced");
    };

    @TempDir
    Path directory;

    private final Signature signature = SteadySignature.of(4, 1, new SteadySignature.Part("a", 1000, 0.02),
            new SteadySignature.Part("b", 500, 0.04));
    private final List<String> ran = new ArrayList<>();
    private Path file;

    @BeforeEach
    void signature() throws IOException {
        file = directory.resolve("app.sig.json");
        SignatureFiles.write(signature, file);
    }

    private StudyPlan plan(String head, String... names) {
        StringBuilder text = new StringBuilder("signature = \"" + file + "\"\n" + head + "\n");
        for (String name : names) {
            text.append("[[target]]\nname = \"")
                    .append(name)
                    .append("\"\ncommand = \"on-")
                    .append(name.replace(' ', '-'))
                    .append(" -np {ranks} {program}\"\n");
        }
        return StudyFile.parse("mappings.toml", text.toString());
    }

    private Study study(StudyPlan plan, boolean full, boolean retry) throws IOException {
        return new Study(plan, directory.resolve("out"), full, retry, (trace, repeats) -> {
            throw new AssertionError("there is a signature");
        }, NO_TRACE);
    }

    /**
     * Returns a runner for the target machines.
     *
     * @param ratios ratios by the first word of the command; missing: the run fails; infinite: the run is interrupted
     *     there
     */
    private TargetRunner machine(Map<String, Double> ratios, double noise) {
        return (sig, command, folder, output, full) -> {
            ran.add(command.get(0));
            Double ratio = ratios.get(command.get(0));
            if (ratio == null) {
                throw RunbenchException.badInput("cannot run " + command.get(0)).remedy("is it installed?");
            }
            boolean interrupted = ratio.isInfinite();
            MeasuredSignature measured = SteadySignature.measured(signature, interrupted ? 1 : ratio, noise, full,
                    command);
            SignatureFiles.write(measured, folder);
            return new SignatureRun.Outcome(measured, folder, 0, interrupted, false);
        };
    }

    private StudyResult result(Map<String, Double> ratios, double noise, boolean full, String head, String... names)
            throws IOException {
        Study study = study(plan(head, names), full, false);
        study.run(machine(ratios, noise), NOBODY);
        return study.result();
    }

    @Test
    void targetsAreRankedByPredictionAndTheDifferenceIsStated() throws IOException {
        StudyResult r = result(Map.of("on-a", 2.0, "on-b", 1.0, "on-c", 1.5), 0.01, true, "", "a", "b", "c");
        assertThat(r.ranking().order()).extracting(e -> e.target().name()).containsExactly("b", "c", "a");
        assertThat(r.ranking().best().predictedS()).isCloseTo(41, within(0.2));
        assertThat(r.ranking().comparisons()).allSatisfy(c -> assertThat(c.clear()).isTrue());
        assertThat(r.ranking().comparisons().get(0).slowerS()).isCloseTo(20.5, within(0.3));
        assertThat(r.ranking().comparisons().get(0).lowS()).isLessThan(20.5).isPositive();
        assertThat(r.ranking().fastest()[0]).isGreaterThan(0.999);
        assertThat(r.truth().target().name()).isEqualTo("b");
        assertThat(r.lost()).isZero();
        assertThat(StudyReport.advice(r).get(0)).startsWith("choose \"b\"").contains("all others are clearly slower");
        // 20 occurrences of each phase and a tenth of a second for each target, against the whole runs.
        assertThat(r.cost().studyS()).isCloseTo(1.2 * 4.5 + 0.3, within(0.01));
        assertThat(r.cost().actualS()).isCloseTo(41 * 4.5, within(0.01));
        assertThat(r.cost().tracedRuns()).isEqualTo(1);
        assertThat(r.cost().tracedS()).isCloseTo(41, within(0.01));
    }

    @Test
    void targetsWithoutAClearDifferenceMayBeAsFast() throws IOException {
        StudyResult r = result(Map.of("on-a", 1.002, "on-b", 1.0, "on-c", 1.5), 0.1, false, "", "a", "b", "c");
        assertThat(r.ranking().tiedForFastest()).singleElement().satisfies(c -> {
            assertThat(c.with().target().name()).isEqualTo("a");
            assertThat(c.p()).isGreaterThan(0.5);
            assertThat(c.lowS()).isNegative();
        });
        assertThat(r.ranking().fastest()[0]).isBetween(0.5, 0.7);
        assertThat(java.util.Arrays.stream(r.ranking().fastest()).sum()).isCloseTo(1, within(1e-9));
        assertThat(StudyReport.advice(r))
                .anySatisfy(l -> assertThat(l).startsWith("\"a\" may be as fast").contains("(p = "));
        assertThat(r.truth()).isNull();
    }

    @Test
    void exactTieIsSharedWithoutScatter() throws IOException {
        StudyResult r = result(Map.of("on-a", 1.0, "on-b", 1.0), 0, false, "", "a", "b");
        assertThat(r.ranking().fastest()[0]).isCloseTo(0.5, within(1e-9));
        assertThat(r.ranking().comparisons().get(0).p()).isEqualTo(1);
        assertThat(r.ranking().tiedForFastest()).hasSize(1);
    }

    @Test
    void eachMissedIntervalIsNamedBesidePredictionsWithoutPhases() throws IOException {
        Study study = study(plan("", "a", "b"), true, false);
        study.run(machine(Map.of("on-a", 1.0, "on-b", 2.0), 0), NOBODY);
        StudyResult r = study.result();
        assertThat(r.missed()).isEmpty();
        assertThat(StudyReport.advice(r)).contains("every interval contains the time that its runs took");
        TargetEstimate a = r.ranking().best();
        assertThat(a.tracedS()).isCloseTo(41, within(1e-6));
        assertThat(a.extrapolatedS()).isCloseTo(a.actualS(), within(0.1 * a.actualS()));
        TargetEstimate wrong = new TargetEstimate(a.target(), a.predictions(), 30, 29, 31, a.error(), a.freedom(),
                a.actualS());
        StudyResult missed = new StudyResult(r.plan(), Ranking.of(List.of(wrong, r.ranking().order().get(1))),
                r.failed(), r.cost(), wrong);
        assertThat(missed.missed()).singleElement().satisfies(m -> {
            assertThat(m.target()).isEqualTo("a");
            assertThat(m.repetition()).isEqualTo(1);
            assertThat(m.highS()).isEqualTo(31);
        });
        assertThat(StudyReport.advice(missed))
                .anyMatch(l -> l.startsWith("\"a\": took ") && l.endsWith("outside its interval, 29.00 s to 31.00 s"))
                .doesNotContain("every interval contains the time that its runs took");
    }

    @Test
    void killedStudyResumes() throws IOException {
        StudyPlan plan = plan("", "a", "b", "c");
        assertThatThrownBy(() -> study(plan, false, false)
                .run(machine(Map.of("on-a", 1.0, "on-b", Double.POSITIVE_INFINITY), 0), NOBODY))
                .isInstanceOfSatisfying(RunbenchException.class,
                        e -> assertThat(e.exitCode()).isEqualTo(ExitCode.INTERRUPTED))
                .hasMessageContaining("1 of 3 runs");
        assertThat(ran).containsExactly("on-a", "on-b");
        // The files of b, which was interrupted, exist and do not count.
        assertThat(directory.resolve("out/b/run-1/measured.json")).exists();
        ran.clear();
        Study again = study(plan, false, false);
        again.run(machine(Map.of("on-a", 9.0, "on-b", 2.0, "on-c", 3.0), 0), NOBODY);
        assertThat(ran).containsExactly("on-b", "on-c");
        assertThat(again.result().ranking().order()).extracting(e -> e.target().name()).containsExactly("a", "b", "c");
    }

    @Test
    void failedTargetIsNamedAndRepeatedOnRequest() throws IOException {
        StudyPlan plan = plan("", "a", "b");
        Study first = study(plan, false, false);
        first.run(machine(Map.of("on-a", 1.0), 0), NOBODY);
        assertThat(first.result().failed()).singleElement()
                .satisfies(f -> assertThat(f.why()).isEqualTo("cannot run on-b"));
        assertThat(StudyReport.advice(first.result())).contains("\"b\" FAILED: cannot run on-b");
        Study second = study(plan, false, false);
        second.run(machine(Map.of("on-b", 0.5), 0), NOBODY);
        assertThat(ran).containsExactly("on-a", "on-b");
        Study third = study(plan, false, true);
        third.run(machine(Map.of("on-b", 0.5), 0), NOBODY);
        assertThat(ran).containsExactly("on-a", "on-b", "on-b");
        assertThat(third.result().ranking().best().target().name()).isEqualTo("b");
        assertThat(third.result().failed()).isEmpty();
    }

    @Test
    void studyWithoutMeasurementsReportsTheCause() throws IOException {
        Study study = study(plan("", "a"), false, false);
        study.run(machine(Map.of(), 0), NOBODY);
        assertThatThrownBy(study::result).hasMessageContaining("no target of the study was measured")
                .hasMessageContaining("cannot run on-a");
    }

    @Test
    void resultsOfAnotherCommandOrSignatureAreRejected() throws IOException {
        study(plan("", "a"), false, false).run(machine(Map.of("on-a", 1.0), 0), NOBODY);
        StudyPlan other = StudyFile.parse("f",
                "signature = \"" + file + "\"\n[[target]]\nname = \"a\"\ncommand = \"other {program}\"");
        assertThatThrownBy(() -> study(other, false, false))
                .hasMessageContaining("was measured with another command: on-a -np 4 ./app in.txt");
        SignatureFiles.write(SteadySignature.of(4, 1, new SteadySignature.Part("a", 1000, 0.03)), file);
        assertThatThrownBy(() -> study(plan("", "a"), false, false))
                .hasMessageContaining("was measured with another signature");
    }

    @Test
    void repetitionsAlternateAndWidenIntervalsByTheirScatter() throws IOException {
        Study study = study(plan("repetitions = 3", "a", "b"), false, false);
        double[] start = {1.0, 1.04, 0.96};
        study.run((sig, command, folder, output, full) -> {
            ran.add(command.get(0));
            double ratio = start[(ran.size() - 1) / 2] * (command.get(0).equals("on-a") ? 1 : 1.02);
            MeasuredSignature measured = SteadySignature.measured(signature, ratio, 0, full, command);
            SignatureFiles.write(measured, folder);
            return new SignatureRun.Outcome(measured, folder, 0, false, false);
        }, NOBODY);
        assertThat(ran).containsExactly("on-a", "on-b", "on-a", "on-b", "on-a", "on-b");
        StudyResult r = study.result();
        TargetEstimate best = r.ranking().best();
        assertThat(best.target().name()).isEqualTo("a");
        // 4 % between starts, four degrees of freedom: t = 2.776, for one more start.
        assertThat(best.highS() - best.predictedS()).isCloseTo(2.776 * 0.04 * Math.sqrt(4 / 3.0) * 41,
                within(0.05 * 41 * 0.04));
        assertThat(r.ranking().tiedForFastest()).hasSize(1);
    }

    @Test
    void fullRunsServeForPredictions() throws IOException {
        StudyPlan plan = plan("", "a");
        study(plan, true, false).run(machine(Map.of("on-a", 1.0), 0), NOBODY);
        Study stopped = study(plan, false, false);
        stopped.run(machine(Map.of("on-a", 1.0), 0), NOBODY);
        assertThat(ran).hasSize(1);
        assertThat(stopped.result().truth()).isNotNull();
    }

    @Test
    void resultsOfOtherMachinesTakePart() throws IOException {
        SignatureFiles.write(SteadySignature.measured(signature, 0.5, 0.01, false, List.of("there")),
                directory.resolve("there"));
        StudyPlan plan = StudyFile.parse("f",
                "signature = \"" + file
                        + "\"\n[[target]]\nname = \"here\"\ncommand = \"on-here {program}\"\n[[target]]\n"
                        + "name = \"there\"\nmeasured = \"" + directory.resolve("there") + "\"");
        Study study = study(plan, false, false);
        study.run(machine(Map.of("on-here", 1.0), 0.01), NOBODY);
        assertThat(study.result().ranking().best().target().name()).isEqualTo("there");
        StringWriter csv = new StringWriter();
        StudyReport.csv(study.result(), csv);
        assertThat(csv.toString().lines()).hasSize(3).element(1).asString().startsWith("there,there,4,1,,1,false,");
    }

    @Test
    void severalComparisonsAreStricterThanOne() {
        assertThat(Ranking.holm(new double[]{0.04, 0.01, 0.03})).containsExactly(new double[]{0.06, 0.03, 0.06},
                within(1e-12));
    }

    @Test
    void signaturesOfTracedRunsAreBuiltOnce() throws IOException {
        StudyPlan plan = StudyFile.parse("f", "trace = \"" + directory.resolve("run1")
                + "\"\n[[target]]\nname = \"a\"\ncommand = \"on-a {program}\"");
        List<Path> built = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            new Study(plan, directory.resolve("out"), false, false, (trace, repeats) -> {
                assertThat(repeats).isEmpty();
                built.add(trace);
                return signature;
            }, NO_TRACE);
        }
        assertThat(built).containsExactly(directory.resolve("run1"));
        try (var files = Files.list(directory.resolve("out/signatures"))) {
            assertThat(files).hasSize(1);
        }
    }

    @Test
    void aSignatureForAnotherErrorIsBuiltAnew() throws IOException {
        for (String error : List.of("3%", "2%", "2%")) {
            new Study(
                    StudyFile.parse("f",
                            "trace = \"run1\"\nerror = \"" + error
                                    + "\"\n[[target]]\nname = \"a\"\ncommand = \"on-a {program}\""),
                    directory.resolve("out"), false, false, (trace, repeats) -> {
                        ran.add(error);
                        return SteadySignature.of(4, Double.parseDouble(error.replace("%", "")) / 100, 1,
                                new SteadySignature.Part("a", 1000, 0.02));
                    }, NO_TRACE);
        }
        assertThat(ran).containsExactly("3%", "2%");
    }

    @Test
    void repetitionsAreTracedOnceBeforeMeasurements() throws IOException {
        Path run1 = Files.createDirectories(directory.resolve("run1"));
        for (int r = 0; r < 2; r++) {
            try (TraceWriter rank = new TraceWriter(run1, r, 2, Map.of("program", List.of("./app", "in.txt")))) {
                rank.init(0, 1);
                rank.finalizeAt(2);
                rank.end(Map.of());
            }
        }
        String targets = "[[target]]\nname = \"a\"\ncommand = \"on-a -np {ranks} {program}\"\n[[target]]\nname = "
                + "\"b\"\ncommand = \"on-b {program}\"\n";
        StudyPlan plan = StudyFile.parse("f", "trace = \"" + run1 + "\"\nrepeat = 2\n" + targets);
        List<List<Path>> built = new ArrayList<>();
        Study.SignatureMaker maker = (trace, repeats) -> {
            built.add(repeats);
            return signature;
        };
        TraceMaker tracer = (command, folder, output) -> {
            ran.add("trace " + String.join(" ", command));
            if (ran.size() == 2) {
                throw RunbenchException.of(ExitCode.INTERRUPTED, "interrupted");
            }
            Files.writeString(folder.resolve("rank"), "");
        };
        Study first = new Study(plan, directory.resolve("out"), false, false, maker, tracer);
        assertThat(StudyReport.planned(first)).extracting(row -> row.get("state"))
                .containsExactly("to trace", "to trace", "to run", "to run");
        assertThat(first.jobs().get(1).command()).containsExactly("on-b", "./app", "in.txt");
        assertThatThrownBy(() -> first.run(machine(Map.of(), 0), NOBODY))
                .isInstanceOfSatisfying(RunbenchException.class,
                        e -> assertThat(e.exitCode()).isEqualTo(ExitCode.INTERRUPTED))
                .hasMessageContaining("1 of 2 traces");
        assertThat(built).isEmpty();

        Study second = new Study(plan, directory.resolve("out"), false, false, maker, tracer);
        second.run(machine(Map.of("on-a", 1.0, "on-b", 2.0), 0), NOBODY);
        assertThat(ran).containsExactly("trace on-a -np 2 ./app in.txt", "trace on-a -np 2 ./app in.txt",
                "trace on-a -np 2 ./app in.txt", "on-a", "on-b");
        assertThat(built).containsExactly(second.tracings().stream().map(StudyTracing::folder).toList());
        assertThat(second.tracings()).allMatch(StudyTracing::done);
        Study third = new Study(plan, directory.resolve("out"), false, false, maker, tracer);
        third.run(machine(Map.of(), 0), NOBODY);
        assertThat(third.result().ranking().order()).hasSize(2);
        assertThat(ran).hasSize(5);
        assertThat(built).hasSize(1);
        // A comparison with other runs needs another signature.
        new Study(
                StudyFile.parse("f",
                        "trace = \"" + run1 + "\"\nrepeat = \"elsewhere\"\n"
                                + targets.replace("name = \"a", "name = \"c").replace("name = \"b", "name = \"d")),
                directory.resolve("out"), false, false, maker, tracer);
        assertThat(built).hasSize(2).last().isEqualTo(List.of(Path.of("elsewhere")));
    }
}
