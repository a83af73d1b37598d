package runbench.measure.batch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import runbench.base.error.ExitCode;
import runbench.base.file.DiskSpace;
import runbench.measure.RunFolder;
import runbench.measure.RunRecord;
import runbench.measure.RunState;
import runbench.parser.stats.RunSummary;

/** Builds the {@code runbench run} command of an item and reads its outcome from its folder. */
final class ItemCommand {
    /** File with both output streams of the run. */
    static final String OUTPUT = "runbench.out";
    /** File with the host of the run if it is another one. */
    static final String HOST = "host";

    /** Exit code of a process that SIGTERM ended before it could handle it. */
    private static final int TERMINATED = 143;

    private final List<String> runbench;
    private final List<String> options;

    /**
     * Creates the command.
     *
     * @param runbench command that starts runbench
     * @param options options for {@code runbench run}, the same for every item
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
     * Returns the command for a shell on another node. It changes to this process's folder and notes the host at its
     * start, so that an unreachable node can be distinguished from a failed benchmark.
     */
    List<String> elsewhere(BatchItem item, Path folder) {
        List<String> line = new ArrayList<>(
                List.of("sh", "-c", "cd \"$0\" && uname -n > \"$1\" && shift && exec \"$@\"",
                        Path.of("").toAbsolutePath().toString(), folder.resolve(HOST).toString()));
        line.addAll(words(item, folder));
        return line;
    }

    /**
     * Creates a new folder for an item. An earlier try's folder is renamed, because it may hold the only evidence of
     * its failure.
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

    /** Returns the host of an item; empty if it ran here or nowhere. */
    static Optional<String> host(Path folder) {
        try {
            return Optional.of(Files.readString(folder.resolve(HOST)).strip()).filter(h -> !h.isEmpty());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Returns the outcome, from the exit code and the files of the run. */
    static Outcome outcome(BatchItem item, int exitCode, Path folder) throws IOException {
        if (exitCode == 0) {
            return tooFewSamples(folder).map(words -> Outcome.error(item, words)).orElse(Outcome.ok(item));
        }
        String reason = reason(exitCode, folder);
        return interrupted(exitCode, folder) ? Outcome.interrupted(item, reason) : Outcome.error(item, reason);
    }

    /** Returns why a successful run has too few samples; empty if it has enough or left no summary. */
    private static Optional<String> tooFewSamples(Path folder) {
        Path summary = new RunFolder(folder).summary();
        return Files.exists(summary) ? RunSummary.read(summary).tooFewSamples() : Optional.empty();
    }

    /** Returns whether a run was interrupted, by its record. Without a recorded end the exit code decides. */
    private static boolean interrupted(int exitCode, Path folder) throws IOException {
        Optional<RunState> state = recorded(folder);
        return state.isPresent() && state.get() != RunState.RUNNING ? state.get() == RunState.INTERRUPTED
                : exitCode == ExitCode.INTERRUPTED.code() || exitCode == TERMINATED;
    }

    /** Returns the recorded state; empty if there is no record or a full disk truncated it. */
    private static Optional<RunState> recorded(Path folder) {
        try {
            return RunRecord.state(new RunFolder(folder));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Returns the recorded reason of a failure; empty if there is no record or a full disk truncated it. */
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
                        : DiskSpace.isExhausted(folder)
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

    /** Returns the last output line, for example a launcher's error message. */
    static String lastLine(Path folder) throws IOException {
        Path out = folder.resolve(OUTPUT);
        return Files.exists(out)
                ? Files.readString(out).lines().map(String::strip).filter(l -> !l.isEmpty()).reduce("", (a, b) -> b)
                : "";
    }

    /**
     * Returns whether a failed run was lost: its node was not reached, or the run ended before it could record its end.
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
