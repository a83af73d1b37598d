package runbench.pas2p.checkpoint;

import java.io.File;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.pas2p.checkpoint.CriuCommand.CriuLog;
import runbench.pas2p.session.ProcessEnd;
import runbench.pas2p.signature.CutPlan;

/** The restored processes of one checkpoint, which run until their phase is measured. */
final class RestoredPhase {
    /** Default limit of a phase. Restoring and measuring takes seconds. */
    static final Duration DEFAULT_TIMEOUT = Duration.ofMinutes(10);
    private static final int LOOK_MILLIS = 2;
    private static final long RESTORE_SECONDS = 30;
    private static final long SLOW_DISK_BYTES_PER_SECOND = 20_000_000;
    private static final String NEXT = "next.plan";
    private static final String SCRIPT = "restore.sh";
    private static final String STAGES = "stages.sh";
    private static final String LOG_FILE = "restore.txt";

    private final Path folder;
    private final CheckpointSignature checkpoints;
    private final CheckpointSignature.Checkpoint checkpoint;
    private final Path criu;
    private final Path results;
    private final boolean bound;
    private double restoreS = Double.NaN;
    private double wallS;

    /**
     * Prepares a restoration.
     *
     * @param folder folder of all checkpoints, absolute
     * @param bound true: threads are bound to their original processors
     * @param results target of the ranks' files and of the log, absolute
     */
    RestoredPhase(Path folder, CheckpointSignature checkpoints, CheckpointSignature.Checkpoint checkpoint, Path criu,
            boolean bound, Path results) {
        this.folder = folder.resolve(checkpoint.name());
        this.checkpoints = checkpoints;
        this.checkpoint = checkpoint;
        this.criu = criu;
        this.bound = bound;
        this.results = results;
    }

    /** Returns the time until the processes continued, s; null: they did not. */
    Double restoreS() {
        return Double.isNaN(restoreS) ? null : (Double) restoreS;
    }

    /** Returns the time until all processes had ended, s. */
    double wallS() {
        return wallS;
    }

    /**
     * Restores the processes and waits for their end.
     *
     * @return the reason why the phase was not measured; empty: it was measured
     */
    Optional<RunbenchException> run(Duration timeout) throws IOException {
        Files.createDirectories(results);
        Path work = Path.of(checkpoints.folder());
        List<Path> created = new ArrayList<>();
        long begin = System.nanoTime();
        try {
            Path copies = copies(work);
            cover(created, work);
            return run(script(copies), begin, timeout == null ? DEFAULT_TIMEOUT : timeout);
        } catch (ClosedByInterruptException e) {
            return Optional.of(interrupted());
        } finally {
            Thread.interrupted(); // Interrupting a thread closes its open files.
            wallS = (System.nanoTime() - begin) / 1e9;
            for (Path place : created) {
                try {
                    Files.deleteIfExists(place);
                } catch (DirectoryNotEmptyException e) {
                    // Another MPI program that was started meanwhile uses the folder as well.
                }
            }
            tidy();
        }
    }

    /**
     * Creates the missing files and folders that copies are mounted over.
     *
     * @param created receives the paths to remove afterwards
     */
    private void cover(List<Path> created, Path work) throws IOException {
        for (Path folder : Stream.concat(Stream.of(work), RestoreScript.ownFolders(checkpoint).stream()).toList()) {
            if (!Files.exists(folder)) {
                Files.createDirectories(folder);
                created.add(folder);
            }
        }
        for (Path file : RestoreScript.covered(checkpoint, work)) {
            if (!Files.exists(file)) {
                Files.createFile(file);
                created.add(file);
            }
        }
    }

    /** Copies the checkpoint's files; the processes write to these copies, and the checkpoint remains unchanged. */
    private Path copies(Path work) throws IOException {
        Path copies = Files.createDirectories(results.resolve(ProcessCopy.FILES));
        for (CheckpointSignature.Copied c : checkpoint.copied()) {
            Path file = Path.of(c.path());
            if (RestoreScript.ownFolder(file) == null) {
                Path to = file.startsWith(work) ? results.resolve(work.relativize(file))
                        : RestoreScript.below(copies, file);
                Files.createDirectories(to.getParent());
                Files.copy(RestoreScript.below(files(), file), to, StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
        return copies;
    }

    private Path files() {
        return folder.resolve(ProcessCopy.FILES);
    }

    private Path script(Path copies) throws IOException {
        Files.writeString(results.resolve(NEXT),
                CutPlan.text(checkpoint.window().part(checkpoints.signature()), false));
        Path stages = Files.writeString(results.resolve(STAGES),
                RestoreScript.stages(checkpoint, bound, results.resolve(NEXT), plan()));
        if (!stages.toFile().setExecutable(true)) {
            throw new IOException(stages + " cannot be made executable");
        }
        return Files.writeString(results.resolve(SCRIPT), RestoreScript.text(checkpoints, checkpoint, files(), copies,
                results, CriuCommand.restore(criu, folder.resolve(ProcessCopy.IMAGES), results, stages)));
    }

    /** Returns the file that the ranks wait for. */
    private Path plan() {
        return results.resolve("cuts.plan.resume-" + checkpoint.pause());
    }

    private Optional<RunbenchException> run(Path script, long begin, Duration timeout) throws IOException {
        Process process = new ProcessBuilder(RestoreScript.inside(script)).redirectInput(new File("/dev/null"))
                .redirectErrorStream(true)
                .redirectOutput(results.resolve(LOG_FILE).toFile())
                .start();
        try {
            while (!process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                if (Double.isNaN(restoreS) && Files.exists(plan())) {
                    restoreS = (System.nanoTime() - begin) / 1e9;
                }
                if (Double.isNaN(restoreS) && System.nanoTime() - begin > patienceNanos()) {
                    ProcessEnd.of(process);
                    return Optional.of(notRestored("CRIU does not end"));
                }
                if (System.nanoTime() - begin > timeout.toNanos()) {
                    ProcessEnd.of(process);
                    return Optional.of(RunbenchException
                            .of(ExitCode.BENCHMARK_FAILED,
                                    what() + " did not end within " + timeout.toSeconds() + " s, and were ended")
                            .remedy("allow more with --timeout; their output: " + results.resolve("output.txt")));
                }
            }
        } catch (InterruptedException e) {
            ProcessEnd.of(process);
            return Optional.of(interrupted());
        }
        if (process.exitValue() == 0) {
            return Optional.empty();
        }
        return Optional.of(notRestored("status " + process.exitValue()));
    }

    /**
     * Returns the time limit, ns. Reading images from a slow disk takes a while; a longer time means that the
     * restoration hangs.
     */
    private long patienceNanos() {
        return RESTORE_SECONDS * 1_000_000_000L
                + (checkpoint.imageBytes() + checkpoint.copiedBytes()) * 1_000_000_000L / SLOW_DISK_BYTES_PER_SECOND;
    }

    private RunbenchException notRestored(String how) throws IOException {
        Path log = results.resolve(CriuCommand.RESTORE_LOG);
        String said = new String(Files.readAllBytes(results.resolve(LOG_FILE)), StandardCharsets.UTF_8).strip();
        String why = CriuLog.reason(log,
                said.isEmpty() ? "its log names no cause" : said.lines().reduce((a, b) -> b).orElse(said));
        return RunbenchException.machine(what() + " could not be restored, or failed (" + how + "): " + why)
                .remedy("full output: " + (Files.exists(log) ? log : results.resolve(LOG_FILE))
                        + "; was it made on a machine of this kind, with this kernel?");
    }

    private RunbenchException interrupted() {
        return RunbenchException.of(ExitCode.INTERRUPTED, "interrupted while " + what() + " ran");
    }

    private String what() {
        return "the processes of " + checkpoint.name();
    }

    private void tidy() throws IOException {
        Folders.remove(results.resolve(ProcessCopy.FILES));
        try (Stream<Path> all = Files.list(results)) {
            for (Path file : all.filter(
                    f -> f.getFileName().toString().startsWith("cuts.") || f.endsWith(NEXT) || f.endsWith(STAGES))
                    .toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
