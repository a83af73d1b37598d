package runbench.measure.check;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.measure.machine.SignalHandlers;
import runbench.parser.record.Recording;
import runbench.parser.record.RecordingMerge;
import runbench.sampler.run.SamplingResult.Ending;
import runbench.sampler.run.Sampling;
import runbench.sampler.run.SamplingResult;
import runbench.sampler.run.Signal;

/** Runs kernels under counters in a temporary folder. A signal ends the current kernel and the check. */
final class KernelRuns implements AutoCloseable {
    private final Path folder;
    private final SignalHandlers signals;
    private Sampling running;
    private boolean interrupted;
    private int runs;

    private KernelRuns(Path folder) {
        this.folder = folder;
        signals = SignalHandlers.open(this::received);
    }

    static KernelRuns open() {
        try {
            return new KernelRuns(Files.createTempDirectory("runbench-check-"));
        } catch (IOException e) {
            throw RunbenchException.machine("there is no place for the recordings of the check: " + e.getMessage())
                    .remedy("free some space in " + System.getProperty("java.io.tmpdir"))
                    .causedBy(e);
        }
    }

    private synchronized void received(Signal signal) {
        interrupted = true;
        if (running != null) {
            running.stop(signal);
        }
    }

    /**
     * Records all events of a kernel, in as many runs as needed.
     *
     * @return the recording; null: the program could not run there
     */
    Recording recording(List<Counting.Start> plan, List<String> command) throws IOException {
        List<Recording> parts = new ArrayList<>();
        for (Counting.Start start : plan) {
            Path file = folder.resolve("run" + ++runs + ".rec");
            SamplingResult result = run(start, command, file);
            if (result.exitStatus().orElse(-1) == ExitCode.MACHINE.code()) {
                return null;
            }
            if (!result.succeeded()) {
                throw result.failure()
                        .orElseGet(() -> RunbenchException
                                .machine(
                                        "the kernel ended badly: " + String.join(" ", command) + ": " + result.ending())
                                .remedy("run it by itself: " + String.join(" ", command)));
            }
            parts.add(Recording.open(file));
        }
        if (parts.size() == 1) {
            return parts.get(0);
        }
        Path merged = folder.resolve("run" + ++runs + ".rec");
        RecordingMerge.write(parts, merged, "counted in " + parts.size() + " runs");
        return Recording.open(merged);
    }

    /** Returns the work reported by the kernel's last run. */
    Path output() {
        return folder.resolve("out");
    }

    private SamplingResult run(Counting.Start start, List<String> command, Path file) {
        synchronized (this) {
            stopIfInterrupted();
            running = start.with(command, file, output());
        }
        try (Sampling now = running) {
            SamplingResult result = now.await();
            synchronized (this) {
                running = null;
                interrupted |= result.ending() == Ending.INTERRUPTED;
                stopIfInterrupted();
            }
            return result;
        }
    }

    private void stopIfInterrupted() {
        if (interrupted) {
            throw RunbenchException.of(ExitCode.INTERRUPTED,
                    "interrupted: what an earlier check found stays as it was");
        }
    }

    @Override
    public void close() {
        signals.close();
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).forEach(f -> f.toFile().delete());
        } catch (IOException e) {
            // The files stay in the system's temporary folder.
        }
    }
}
