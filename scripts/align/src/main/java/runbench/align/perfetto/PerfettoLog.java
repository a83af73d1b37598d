package runbench.align.perfetto;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import runbench.base.file.OutputFile;
import runbench.base.progress.Progress;
import runbench.sync.eventlog.LogFile;
import runbench.sync.eventlog.LogMerge;
import runbench.sync.eventlog.LogMerge.LogSource;
import runbench.sync.eventlog.LogMerge.MergeReport;

/**
 * Writes application logs as one Perfetto file: a process per node, a track per thread or state, messages as arrows.
 */
public final class PerfettoLog {
    private PerfettoLog() {
    }

    /** Writes the file; the axis starts with the earliest event. */
    public static MergeReport write(List<LogSource> sources, Path file, Progress progress) throws IOException {
        Map<String, Integer> places = new LinkedHashMap<>();
        List<String> names = new ArrayList<>();
        long origin = Long.MAX_VALUE;
        for (LogSource source : sources) {
            if (places.putIfAbsent(source.node(), names.size()) == null) {
                names.add(source.node());
            }
            LogFile log = source.file();
            origin = log.events() > 0 ? Math.min(origin, source.timeline().refNanos(log.firstNanos())) : origin;
        }
        ArchiveAxis axis = new ArchiveAxis(Map.of(), origin);
        return OutputFile.produce(file, out -> {
            PacketWriter packets = new PacketWriter(out, 1);
            MergeReport report = LogMerge.causal(sources, new LogTracks(packets, axis, places, names::get), progress);
            packets.flush();
            return report;
        });
    }
}
