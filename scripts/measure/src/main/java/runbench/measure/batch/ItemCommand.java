package runbench.measure.batch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import runbench.base.error.ExitCode;
import runbench.measure.RunFolder;
import runbench.measure.RunRecord;
import runbench.measure.RunState;
import runbench.parser.stats.RunSummary;

/** The {@code runbench run} of one item, wherever it runs, and how it went by what it left in its folder. */
final class ItemCommand {
    /** What the run said, both streams. */
    static final String OUTPUT = "runbench.out";
    /** The host on which it was begun, where that is not this one. */
    static final String HOST = "host";

    /** Exit code of a process that SIGTERM ended before it could handle it. */
    private static final int TERMINATED = 143;
    /** With less free space than this, not even a line can be relied on to be written. */
    private static final long FULL_BYTES = 64 << 10;

    private final List<String> runbench;
    private final List<String> options;

    /**
     * @param runbench how to start runbench
     * @param options for {@code runbench run}, the same for every item
     */
    ItemCommand(List<String> runbench, List<String> options) {
        this.runbench = List.copyOf(runbench);
        this.options = List.copyOf(options);
    }

    List<String> words(BatchItem item, Path folder) {
        List<String> line = new ArrayList<>(runbench);
        line.addAll(List.of("run", item.benchmark()));
        if (!item.emulated()) {
            line.addAll(List.of("--period", item.period()));
        }
        line.addAll(List.of("-o", folder.toString(), "--quiet"));
        line.addAll(options);
        return line;
    }

    /**
     * The same for a shell on another node: in this process's folder, with the host noted in the run's as soon as it
     * begins, so that a node that was never reached is told from a benchmark that failed.
     */
    List<String> elsewhere(BatchItem item, Path folder) {
        List<String> line = new ArrayList<>(
                List.of("sh", "-c", "cd \"$0\" && uname -n > \"$1\" && shift && exec \"$@\"",
                        Path.of("").toAbsolutePath().toString(), folder.resolve(HOST).toString()));
        line.addAll(words(item, folder));
        return line;
    }

    /**
     * A new folder for the item; what an earlier try left may be the only trace of why it ended, and is kept under
     * another name.
     */
    static Path prepare(Path folder) throws IOException {
        if (Files.exists(folder)) {
            int number = 1;
            Path aside;
            do {
                aside = folder.resolveSibling(folder.getFileName() + ".earlier-" + number++);
            } while (Files.exists(aside));
            Files.move(folder, aside);
        }
        return Files.createDirectories(folder);
    }

    /** Where the item was begun; empty where it was here, or nowhere. */
    static Optional<String> host(Path folder) {
        try {
            return Optional.of(Files.readString(folder.resolve(HOST)).strip()).filter(h -> !h.isEmpty());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** By the exit code, and what the run recorded or said. */
    static Outcome outcome(BatchItem item, int exitCode, Path folder) throws IOException {
        if (exitCode == 0) {
            return tooFewSamples(folder).map(words -> Outcome.error(item, words)).orElse(Outcome.ok(item));
        }
        String reason = reason(exitCode, folder);
        return interrupted(exitCode, folder) ? Outcome.interrupted(item, reason) : Outcome.error(item, reason);
    }

    /** Why a run that ended well shows nothing; empty where it does, or left no summary. */
    private static Optional<String> tooFewSamples(Path folder) {
        Path summary = new RunFolder(folder).summary();
        return Files.exists(summary) ? RunSummary.read(summary).tooFewSamples() : Optional.empty();
    }

    /** By the run's own record. One that recorded no end was ended by a signal where its exit code says so. */
    private static boolean interrupted(int exitCode, Path folder) throws IOException {
        Optional<RunState> state = recorded(folder);
        return state.isPresent() && state.get() != RunState.RUNNING ? state.get() == RunState.INTERRUPTED
                : exitCode == ExitCode.INTERRUPTED.code() || exitCode == TERMINATED;
    }

    /** Empty where a run left no record, or one that a full disk cut short. */
    private static Optional<RunState> recorded(Path folder) {
        try {
            return RunRecord.state(new RunFolder(folder));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Why the run failed, by its own record. Empty where there is none, or one that a full disk cut short. */
    private static Optional<String> recordedFailure(Path folder) {
        try {
            return RunRecord.failure(new RunFolder(folder));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static String reason(int exitCode, Path folder) throws IOException {
        Optional<String> failure = recordedFailure(folder);
        if (failure.isPresent()) {
            return failure.get();
        }
        String complaint = said(folder);
        if (!complaint.isEmpty()) {
            return complaint;
        }
        String last = lastLine(folder);
        return "exit code " + exitCode
                + (!last.isEmpty() ? ": " + last
                        : Files.getFileStore(folder).getUsableSpace() < FULL_BYTES
                                ? ": no space left on the disk of " + folder + ", so the run could not write its reason"
                                : "");
    }

    private static String said(Path folder) throws IOException {
        Path out = folder.resolve(OUTPUT);
        if (!Files.exists(out)) {
            return "";
        }
        return Files.readString(out)
                .lines()
                .filter(l -> l.startsWith("runbench: "))
                .findFirst()
                .orElse("runbench: ")
                .substring("runbench: ".length());
    }

    /** The last words of what was started: a launcher's complaint, for example. */
    static String lastLine(Path folder) throws IOException {
        Path out = folder.resolve(OUTPUT);
        return Files.exists(out)
                ? Files.readString(out).lines().map(String::strip).filter(l -> !l.isEmpty()).reduce("", (a, b) -> b)
                : "";
    }

    /**
     * Whether a run that did not end well was taken away rather than failed: its node was never reached, or it did not
     * live to write down how it ended.
     */
    static boolean lost(int exitCode, Path folder) throws IOException {
        if (exitCode == 0) {
            return false;
        }
        return host(folder).isEmpty() || interrupted(exitCode, folder)
                || recorded(folder).filter(RunState::isCutOff).isPresent()
                || said(folder).isEmpty() && recordedFailure(folder).isEmpty();
    }
}
