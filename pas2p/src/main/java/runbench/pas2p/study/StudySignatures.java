package runbench.pas2p.study;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.pas2p.signature.Signature;
import runbench.pas2p.signature.SignatureFiles;
import runbench.pas2p.signature.SignatureOptions;
import runbench.pas2p.study.Study.StudyObserver;
import runbench.pas2p.study.Study.TraceMaker;
import runbench.pas2p.study.StudyPlan.StudyTarget;
import runbench.pas2p.study.StudyPlan.StudyTracing;
import runbench.pas2p.study.StudyPlan.TracedRuns;
import runbench.pas2p.trace.RankHeader;

/**
 * The signatures of a study: existing ones, and those built from traced runs, some of which the study itself traces.
 */
final class StudySignatures {
    private final SignatureOptions sampling;
    private final StudyFolder folder;
    private final Study.SignatureMaker maker;
    private final List<StudyTracing> tracings = new ArrayList<>();

    /**
     * Prepares the signatures.
     *
     * @throws RunbenchException a trace that needs repetitions cannot be read
     */
    StudySignatures(StudyPlan plan, StudyFolder folder, Study.SignatureMaker maker) {
        sampling = plan.sampling();
        this.folder = folder;
        this.maker = maker;
        plan.targets().stream().filter(t -> t.measured().isEmpty() && t.traces() != null).forEach(this::addTracings);
    }

    private void addTracings(StudyTarget target) {
        for (int n = 1; n <= target.traces().more(); n++) {
            Path again = folder.repetition(target.traces().trace(), n);
            if (tracings.stream().noneMatch(t -> t.folder().equals(again))) {
                tracings.add(new StudyTracing(target.name(), n, again, words(target)));
            }
        }
    }

    /** Returns the traces in order, including existing ones. */
    List<StudyTracing> tracings() {
        return List.copyOf(tracings);
    }

    /** Returns the command line of a target, from the header of its traced run alone. */
    static List<String> words(StudyTarget target) {
        RankHeader first = RankHeader.first(target.traces().trace());
        return target.words(first.ranks(), first.program());
    }

    /**
     * Creates missing traces.
     *
     * @return true: at least one was missing
     */
    boolean trace(TraceMaker tracer, StudyObserver observer) throws IOException {
        List<StudyTracing> missing = tracings.stream().filter(t -> !t.done()).toList();
        for (StudyTracing tracing : missing) {
            Path draft = StudyFolder.emptied(tracing.folder().resolveSibling(tracing.folder().getFileName() + ".part"));
            observer.traces(tracing.folder(), tracings.indexOf(tracing) + 1, tracings.size());
            long begin = System.nanoTime();
            try {
                tracer.trace(tracing.command(), draft, draft.resolve(StudyFolder.OUTPUT));
            } catch (ClosedByInterruptException e) {
                throw interrupted();
            } catch (RunbenchException e) {
                throw e.exitCode() == ExitCode.INTERRUPTED ? interrupted()
                        : RunbenchException
                                .of(e.exitCode(),
                                        "\"" + tracing.target() + "\" could not be traced for repeat: "
                                                + e.getMessage())
                                .remedy("its output is in " + draft.resolve(StudyFolder.OUTPUT)
                                        + "; the same command tries it again")
                                .causedBy(e);
            }
            Files.move(draft, tracing.folder(), StandardCopyOption.ATOMIC_MOVE);
            observer.traced(tracing.folder(), (System.nanoTime() - begin) / 1e9);
        }
        return !missing.isEmpty();
    }

    private RunbenchException interrupted() {
        return RunbenchException
                .of(ExitCode.INTERRUPTED,
                        "interrupted; " + tracings.stream().filter(StudyTracing::done).count() + " of "
                                + tracings.size() + " traces of the study are done and kept")
                .remedy("the same command resumes where it stopped");
    }

    /** Returns true if a signature exists or can be built. */
    boolean ready(StudyTarget target) {
        return target.signature() != null || repetitions(target.traces()).allMatch(Files::exists);
    }

    private Stream<Path> repetitions(TracedRuns traces) {
        return IntStream.rangeClosed(1, traces.more()).mapToObj(n -> folder.repetition(traces.trace(), n));
    }

    /**
     * Returns a target's signature; builds it if there is none, or only one for another error or length.
     *
     * @throws RunbenchException it cannot be read or built
     */
    Path file(StudyTarget target) throws IOException {
        if (target.signature() != null) {
            return target.signature();
        }
        List<Path> repeats = Stream.concat(target.traces().repeats().stream(), repetitions(target.traces())).toList();
        Path file = folder.signature(target.traces().trace(), repeats);
        if (ready(target) && !(Files.exists(file) && asWanted(SignatureFiles.signature(file)))) {
            Files.createDirectories(file.getParent());
            SignatureFiles.write(maker.of(target.traces().trace(), repeats), file);
        }
        return file;
    }

    private boolean asWanted(Signature s) {
        return sampling.accept(s.errorWanted(), s.confidence(), s.within());
    }
}
