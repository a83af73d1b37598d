package runbench.cluster.perfetto;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import runbench.base.progress.Progress;
import runbench.sync.eventlog.LogFile;
import runbench.sync.eventlog.LogMerge;
import runbench.sync.eventlog.LogSource;
import runbench.sync.eventlog.MergeReport;

/** Logs alone as one file that Perfetto opens: a process a node, a track a thread or state, messages as arrows. */
public final class PerfettoLog {
    private PerfettoLog() {
    }

    /** The axis begins with the first event by its clock's model. */
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
        Path half = file.resolveSibling(file.getFileName() + ".part");
        MergeReport report;
        try (OutputStream out = Files.newOutputStream(half)) {
            PacketWriter packets = new PacketWriter(out, 1);
            report = LogMerge.causal(sources, new LogTracks(packets, new ArchiveAxis(Map.of(), origin), places, names::get), progress);
            packets.flush();
        } catch (UncheckedIOException e) {
            Files.deleteIfExists(half);
            throw e.getCause();
        } catch (IOException | RuntimeException e) {
            Files.deleteIfExists(half);
            throw e;
        }
        Files.move(half, file, StandardCopyOption.REPLACE_EXISTING);
        return report;
    }
}
