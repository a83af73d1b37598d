package runbench.pas2p.checkpoint;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.base.progress.Progress;
import runbench.base.progress.Progress.ProgressDisplay;
import runbench.pas2p.signature.MeasuredRun;
import runbench.pas2p.signature.MeasuredSignature;
import runbench.pas2p.signature.ProgramComparison;
import runbench.pas2p.signature.Signature;
import runbench.pas2p.signature.SignatureFiles;

/**
 * Measures a checkpoint signature. For each phase, its checkpoint's processes are restored, pass the warm-up, run the
 * timed occurrences and are ended.
 */
public final class CheckpointRun {
    private final Request request;
    private final Checkpointer criu;
    private final CheckpointSignature checkpoints;
    private final Path results;

    /**
     * The input of a measurement.
     *
     * @param folder folder of the checkpoints
     * @param output target of the results; empty
     * @param criu CRIU's program; null: searched for
     * @param unbound true: ranks are not bound to the processors of the original run
     * @param force true: different files and missing processor features are accepted
     * @param timeout limit per phase; null: {@link RestoredPhase#DEFAULT_TIMEOUT}
     */
    public record Request(Path folder, Path output, Path criu, boolean unbound, boolean force, Duration timeout) {}

    /**
     * The outcome of a measurement.
     *
     * @param measured the measured signature
     * @param failure failure of the first phase that could not be measured; null: all were measured
     */
    public record Outcome(MeasuredSignature measured, RunbenchException failure) {}

    private CheckpointRun(Request request) throws IOException {
        this.request = request;
        checkpoints = CheckpointFiles.read(request.folder());
        criu = Checkpointer.require(request.criu());
        results = request.output().toAbsolutePath().normalize();
    }

    /**
     * Measures all phases, one after the other.
     *
     * @throws RunbenchException exit code 2 or 3: no phase was measured
     */
    public static Outcome run(Request request, ProgressDisplay display) throws IOException {
        return new CheckpointRun(request).measure(display);
    }

    private Outcome measure(ProgressDisplay display) throws IOException {
        prepare();
        List<String> differences = RestoreObstacles.of(checkpoints, request.folder());
        if (!differences.isEmpty() && !request.force()) {
            throw RunbenchException
                    .badInput("the processes in " + request.folder() + " cannot continue here: "
                            + String.join("; ", differences))
                    .remedy("restore the differing files, create checkpoints here (runbench pas2p signature "
                            + "checkpoint), or try it with --force, which marks the result");
        }
        String date = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        List<MeasuredSignature> parts = new ArrayList<>();
        List<MeasuredSignature.Restored> restored = new ArrayList<>();
        RunbenchException failure = null;
        long begin = System.nanoTime();
        try (display) {
            Progress progress = display.start("restoring", "phases");
            for (CheckpointSignature.Checkpoint c : checkpoints.checkpoints()) {
                progress.at(restored.size(), checkpoints.checkpoints().size());
                RestoredPhase phase = new RestoredPhase(request.folder().toAbsolutePath().normalize(), checkpoints, c,
                        criu.program(), !request.unbound(), results.resolve(c.name()));
                Optional<RunbenchException> failed = phase.run(request.timeout());
                failure = failure == null ? failed.orElse(null) : failure;
                Signature part = c.window().part(checkpoints.signature());
                MeasuredSignature measured = new MeasuredRun(part, checkpoints.signatureSha256(), checkpoints.command(),
                        date, false, checkpoints.forced(), false, phase.wallS(),
                        failed.map(Throwable::getMessage).orElse("the program ended before"))
                        .read(results.resolve(c.name()),
                                new ProgramComparison.Found(checkpoints.same(), checkpoints.differences()));
                parts.add(measured);
                restored.add(new MeasuredSignature.Restored(c.window().phase(), c.imageBytes(), c.copiedBytes(),
                        c.dumpS(), c.window().warmUp(), phase.restoreS(), measured.initS(), measured.stopS(),
                        phase.wallS(), failed.isEmpty()));
                if (failure != null && failure.exitCode() == ExitCode.INTERRUPTED) {
                    break;
                }
            }
        }
        MeasuredSignature all = RestoredParts.joined(checkpoints, parts, restored, date, differences,
                (System.nanoTime() - begin) / 1e9);
        SignatureFiles.write(all, results);
        return new Outcome(all, failure);
    }

    private void prepare() throws IOException {
        Files.createDirectories(request.output());
        try (Stream<Path> files = Files.list(request.output())) {
            if (files.findAny().isPresent()) {
                throw RunbenchException.badInput(request.output() + " is not empty")
                        .remedy("choose another directory with -o, or remove that one");
            }
        }
    }

    /** Combination of the results of restored phases into the result of one signature run. */
    private static final class RestoredParts {
        private RestoredParts() {
        }

        /**
         * Joins the parts.
         *
         * @param differences differences of this machine from the one of the checkpoints
         */
        static MeasuredSignature joined(CheckpointSignature c, List<MeasuredSignature> parts,
                List<MeasuredSignature.Restored> restored, String date, List<String> differences, double wallS) {
            List<MeasuredSignature.Sample> samples = new ArrayList<>();
            List<MeasuredSignature.Missing> missing = new ArrayList<>();
            List<Signature.Wanted> wanted = new ArrayList<>();
            Set<String> hosts = new HashSet<>();
            Set<String> remarks = new LinkedHashSet<>(c.remarks());
            double after = 0;
            for (MeasuredSignature part : parts) {
                double begin = after;
                for (MeasuredSignature.Sample s : part.samples()) {
                    // Samples of different phases follow each other in the order of measurement.
                    samples.add(new MeasuredSignature.Sample(s.phase(), s.stratum(), s.occurrence(), s.traceS(),
                            begin + s.startS(), s.measuredS(), s.slowestRank(), s.computeS(), s.mpiS(), s.ranks()));
                    after = Math.max(after, begin + s.startS() + s.measuredS());
                }
                missing.addAll(part.missing());
                wanted.addAll(part.signature().measure());
                hosts.addAll(part.hosts());
                remarks.addAll(part.remarks());
            }
            List<String> all = new ArrayList<>(c.differences());
            all.addAll(differences);
            return new MeasuredSignature(MeasuredSignature.FORMAT, MeasuredSignature.VERSION, c.signatureSha256(),
                    c.signature().part(wanted, c.signature().stop()), c.command(), List.copyOf(hosts), date, c.same(),
                    c.forced() || !differences.isEmpty(), all, wallS, null, null, missing.isEmpty(), null, null,
                    samples, missing, parts.isEmpty() ? null : parts.get(0).clock(), List.copyOf(remarks), List.of(),
                    restored, null, parts.isEmpty() ? null : parts.get(0).machines());
        }
    }
}
