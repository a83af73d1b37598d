package runbench.pas2p.study;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import runbench.base.digest.Digests;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.pas2p.predict.Prediction;
import runbench.pas2p.session.SignatureRun;
import runbench.pas2p.signature.Signature;
import runbench.pas2p.signature.SignatureFiles;
import runbench.pas2p.study.StudyPlan.StudyTarget;
import runbench.pas2p.study.StudyPlan.StudyTracing;
import runbench.pas2p.study.StudyResult.TargetOutcome;

/**
 * A study: measures the signature of each target of a plan as often as the plan requires, regardless of failures. An
 * interrupted study resumes: finished runs in its folder are not repeated. Repetitions alternate between all targets,
 * so that changes of the machine affect all of them alike.
 */
public final class Study {
    private final StudyPlan plan;
    private final StudyFolder folder;
    private final boolean full;
    private final boolean retryFailed;
    private final List<Job> jobs = new ArrayList<>();
    private final StudySignatures signatures;
    private final TraceMaker tracer;
    private final Map<Path, String> digests = new HashMap<>();

    /**
     * One run.
     *
     * @param state outcome of the run; null: not run yet
     */
    public record Job(StudyTarget target, int repetition, Path signature, List<String> command, TargetOutcome state) {}

    /** Builder of the signature of a traced run. */
    @FunctionalInterface
    public interface SignatureMaker {
        /**
         * Builds a signature.
         *
         * @param trace folder of the traced run
         * @param repeats folders of other runs of the same command; differences between them are not measured
         */
        Signature of(Path trace, List<Path> repeats) throws IOException;
    }

    /**
     * Reads finished runs, and builds missing signatures except those that wait for a trace.
     *
     * @param place the study's folder
     * @param full true: programs run to their ends, so that predictions can be compared
     * @param retryFailed true: failed runs are repeated
     * @param tracer creates further traces when the study runs
     * @throws RunbenchException a signature cannot be read, or the folder contains results of another command or
     *     signature
     */
    public Study(StudyPlan plan, Path place, boolean full, boolean retryFailed, SignatureMaker maker, TraceMaker tracer)
            throws IOException {
        this.plan = plan;
        this.folder = new StudyFolder(place);
        this.full = full;
        this.retryFailed = retryFailed;
        this.tracer = tracer;
        signatures = new StudySignatures(plan, folder, maker);
        findJobs();
    }

    private void findJobs() throws IOException {
        jobs.clear();
        Map<StudyTarget, Path> files = new HashMap<>();
        for (StudyTarget target : plan.targets()) {
            if (target.measured().isEmpty()) {
                files.put(target, signatures.file(target));
            }
        }
        for (int repetition = 1; repetition <= plan.repetitions(); repetition++) {
            for (StudyTarget target : plan.targets()) {
                if (target.measured().isEmpty()) {
                    jobs.add(job(target, repetition, files.get(target)));
                }
            }
        }
    }

    private Job job(StudyTarget target, int repetition, Path file) throws IOException {
        if (!signatures.ready(target)) {
            return new Job(target, repetition, file, StudySignatures.words(target), null);
        }
        Signature signature = SignatureFiles.signature(file);
        List<String> command = target.words(signature.ranks(), signature.program().command());
        if (!digests.containsKey(file)) {
            digests.put(file, Digests.of(file));
        }
        Optional<TargetOutcome> ended = folder.outcome(target, repetition, full);
        boolean again = ended.isPresent() && ended.get().failed()
                && (retryFailed || !ended.get().command().equals(command));
        if (ended.isPresent() && !again) {
            check(target, ended.get(), command, digests.get(file));
            return new Job(target, repetition, file, command, ended.get());
        }
        return new Job(target, repetition, file, command, null);
    }

    private void check(StudyTarget target, TargetOutcome ended, List<String> command, String digest) {
        String differs = !ended.command().equals(command) ? "command: " + String.join(" ", ended.command())
                : !ended.signatureSha256().equals(digest) ? "signature" : null;
        if (differs != null) {
            Path run = folder.run(target, ended.repetition(), ended.full());
            throw RunbenchException
                    .badInput(run + ": target \"" + target.name() + "\" was measured with another " + differs)
                    .remedy("choose another folder with -o, or remove " + run.getParent()
                            + " to measure the target anew");
        }
    }

    /** Returns all runs in order. */
    public List<Job> jobs() {
        return List.copyOf(jobs);
    }

    /** Returns the traces before the runs, done or not, in order. */
    public List<StudyTracing> tracings() {
        return signatures.tracings();
    }

    public StudyPlan plan() {
        return plan;
    }

    /**
     * Traces and runs everything that is not done.
     *
     * @throws RunbenchException interrupted (exit code 130); finished runs are kept
     */
    public void run(TargetRunner runner, StudyObserver observer) throws IOException {
        if (signatures.trace(tracer, observer)) {
            findJobs();
        }
        for (int i = 0; i < jobs.size(); i++) {
            Job job = jobs.get(i);
            if (job.state() != null) {
                continue;
            }
            if (Thread.interrupted()) {
                throw interrupted();
            }
            observer.begins(job.target().name(), job.repetition(), done(), jobs.size());
            TargetOutcome outcome = measure(job, runner);
            folder.ended(job.target(), outcome);
            jobs.set(i, new Job(job.target(), job.repetition(), job.signature(), job.command(), outcome));
            observer.ended(outcome, done(), jobs.size());
        }
    }

    private TargetOutcome measure(Job job, TargetRunner runner) throws IOException {
        Path run = folder.prepare(job.target(), job.repetition(), full);
        long begin = System.nanoTime();
        RunbenchException failure;
        try {
            SignatureRun.Outcome outcome = runner.run(job.signature(), job.command(), run,
                    run.resolve(StudyFolder.OUTPUT), full);
            if (outcome.interrupted()) {
                throw interrupted();
            }
            failure = outcome.failure().orElse(null);
        } catch (ClosedByInterruptException e) {
            throw interrupted();
        } catch (RunbenchException e) {
            if (e.exitCode() == ExitCode.INTERRUPTED) {
                throw e;
            }
            failure = e;
        }
        return new TargetOutcome(job.target().name(), job.repetition(), full,
                failure == null ? null : failure.getMessage(), failure == null ? null : failure.remedy().orElse(null),
                failure == null ? 0 : failure.exitCode().code(), job.command(), digests.get(job.signature()),
                (System.nanoTime() - begin) / 1e9);
    }

    private RunbenchException interrupted() {
        return RunbenchException
                .of(ExitCode.INTERRUPTED,
                        "interrupted; " + done() + " of " + jobs.size() + " runs of the study are done and kept")
                .remedy("the same command resumes where it stopped");
    }

    private int done() {
        return (int) jobs.stream().filter(j -> j.state() != null).count();
    }

    /**
     * Returns the result.
     *
     * @throws RunbenchException exit code 1: no target was measured
     */
    @SuppressWarnings("ReferenceEquality")
    public StudyResult result() {
        Map<StudyTarget, List<Prediction>> predictions = new LinkedHashMap<>();
        List<TargetOutcome> failed = new ArrayList<>();
        double failedS = 0;
        for (StudyTarget target : plan.targets()) {
            List<Prediction> own = new ArrayList<>();
            target.measured().forEach(m -> own.add(Prediction.of(SignatureFiles.measured(m))));
            for (Job job : jobs) {
                if (job.target() != target || job.state() == null) {
                    continue;
                }
                if (job.state().failed()) {
                    failed.add(job.state());
                    failedS += job.state().seconds();
                } else {
                    own.add(Prediction
                            .of(SignatureFiles.measured(folder.run(target, job.repetition(), job.state().full()))));
                }
            }
            if (!own.isEmpty()) {
                predictions.put(target, own);
            }
        }
        if (predictions.isEmpty()) {
            throw RunbenchException
                    .of(ExitCode.BENCHMARK_FAILED,
                            "no target of the study was measured" + (failed.isEmpty() ? ""
                                    : "; the first, \"" + failed.get(0).target() + "\": " + failed.get(0).why()))
                    .remedy("its output is in TARGET/" + (full ? "full-1/" : "run-1/") + StudyFolder.OUTPUT
                            + " of the study's folder; then run the study with --retry-failed");
        }
        return StudyResult.of(plan, predictions, failed, failedS);
    }

    /** Creator of a trace of one run of a program. */
    @FunctionalInterface
    public interface TraceMaker {
        /**
         * Traces a run.
         *
         * @param folder target of the trace, empty
         * @param output target of the command's output
         * @throws runbench.base.error.RunbenchException the trace is incomplete; exit code 130: the thread was
         *     interrupted
         */
        void trace(List<String> command, Path folder, Path output) throws IOException;
    }

    /** Runner of one measurement of a signature. */
    @FunctionalInterface
    public interface TargetRunner {
        /**
         * Measures a signature.
         *
         * @param signature its file
         * @param folder target of the result, empty
         * @param output target of the command's output
         * @return the outcome; interrupted if the thread was
         * @throws runbench.base.error.RunbenchException it was not measured
         */
        SignatureRun.Outcome run(Path signature, List<String> command, Path folder, Path output, boolean full)
                throws IOException;
    }

    /** Receiver of a study's progress. */
    public interface StudyObserver {
        /**
         * Receives the start of a run.
         *
         * @param done number of runs before it
         * @param all number of all runs
         */
        void begins(String target, int repetition, int done, int all);

        /**
         * Receives the end of a run.
         *
         * @param outcome outcome, failed or not
         */
        void ended(TargetOutcome outcome, int done, int all);

        /**
         * Receives the start of one more trace of a program, before all runs.
         *
         * @param folder target of the trace
         * @param number number of the trace, of {@code all}
         */
        default void traces(Path folder, int number, int all) {
        }

        /**
         * Receives the end of that trace.
         *
         * @param seconds its duration
         */
        default void traced(Path folder, double seconds) {
        }
    }
}
