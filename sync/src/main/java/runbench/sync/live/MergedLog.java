package runbench.sync.live;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import runbench.base.progress.Progress;
import runbench.sync.eventlog.LogEntry;
import runbench.sync.eventlog.LogMerge;
import runbench.sync.eventlog.LogSource;
import runbench.sync.eventlog.MergeReport;
import runbench.sync.eventlog.RowText;

/** The whole log in its exact order, as lines ({@link LiveLine}): what {@link EmittedLog} would hold had everything been known at once. */
public final class MergedLog implements LogMerge.Visitor {
    private static final int WRITE_BEYOND = 1 << 15;

    private final RowText row = RowText.json();
    private final Writer out;
    private long number;

    private MergedLog(Writer out) {
        this.out = out;
    }

    /** Writes the file anew, at once: who reads the old one goes on with that. */
    public static MergeReport write(List<LogSource> sources, Path file, Progress progress) throws IOException {
        Path half = file.resolveSibling(file.getFileName() + ".part");
        MergeReport report;
        try (Writer out = Files.newBufferedWriter(half)) {
            MergedLog log = new MergedLog(out);
            report = LogMerge.causal(sources, log, progress);
            log.row.flushTo(out);
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
        LiveLine.append(row, LiveEvent.of(++number, e));
        if (row.length() > WRITE_BEYOND) {
            try {
                row.flushTo(out);
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }
    }
}
