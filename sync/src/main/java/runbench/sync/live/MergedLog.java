package runbench.sync.live;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import runbench.base.file.OutputFile;
import runbench.base.progress.Progress;
import runbench.sync.eventlog.LogMerge;
import runbench.sync.eventlog.LogMerge.LogEntry;
import runbench.sync.eventlog.LogMerge.LogSource;
import runbench.sync.eventlog.LogMerge.MergeReport;

/** Writes the whole log in its exact order, as lines ({@link LiveLine}): the {@link EmittedLog} without late events. */
public final class MergedLog implements LogMerge.EventConsumer {
    private static final int BUFFER = 1 << 16;

    private final OutputStream out;
    private long number;

    private MergedLog(OutputStream out) {
        this.out = out;
    }

    /** Replaces the file atomically. Readers of the old file continue with it. */
    public static MergeReport write(List<LogSource> sources, Path file, Progress progress) throws IOException {
        return OutputFile.produce(file, unbuffered -> {
            OutputStream out = new BufferedOutputStream(unbuffered, BUFFER);
            MergeReport report = LogMerge.causal(sources, new MergedLog(out), progress);
            out.flush();
            return report;
        });
    }

    @Override
    public void event(LogEntry e) throws IOException {
        LiveLine.write(LiveEvent.of(++number, e), out);
        out.write('\n');
    }
}
