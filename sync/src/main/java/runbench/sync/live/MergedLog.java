package runbench.sync.live;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import runbench.base.progress.Progress;
import runbench.sync.eventlog.LogEntry;
import runbench.sync.eventlog.LogMerge;
import runbench.sync.eventlog.LogSource;
import runbench.sync.eventlog.MergeReport;

/** The whole log in its exact order, as lines ({@link LiveLine}): what {@link EmittedLog} would hold had everything been known at once. */
public final class MergedLog implements LogMerge.Visitor {
    private static final int BUFFER = 1 << 16;

    private final OutputStream out;
    private long number;

    private MergedLog(OutputStream out) {
        this.out = out;
    }

    /** Writes the file anew, at once: who reads the old one goes on with that. */
    public static MergeReport write(List<LogSource> sources, Path file, Progress progress) throws IOException {
        Path half = file.resolveSibling(file.getFileName() + ".part");
        MergeReport report;
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(half), BUFFER)) {
            report = LogMerge.causal(sources, new MergedLog(out), progress);
        } catch (UncheckedIOException e) {
            Files.deleteIfExists(half);
            throw e.getCause();
        } catch (IOException | RuntimeException e) {
            Files.deleteIfExists(half);
            throw e;
        }
        Files.move(half, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        return report;
    }

    @Override
    public void event(LogEntry e) {
        try {
            LiveLine.write(LiveEvent.of(++number, e), out);
            out.write('\n');
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
