package runbench.sync.eventlog;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import runbench.base.error.RunbenchException;

/**
 * The event logs of a run or of one rank: all files of all processes.
 *
 * @param files files by host, process and number
 * @param remarks damage, dropped events, unreadable files
 */
public record LogFolder(List<LogFile> files, List<String> remarks) {
    /** Name of the folder within that of a run or of a rank. */
    public static final String NAME = "eventlog";
    public static final LogFolder EMPTY = new LogFolder(List.of(), List.of());

    /** Returns whether the path names a file of a log. */
    public static boolean isLog(Path path) {
        return path.getFileName() != null && path.getFileName().toString().endsWith(LogFormat.SUFFIX);
    }

    /** Returns the logs in {@code place/eventlog}; empty if there are none. */
    public static LogFolder of(Path place) {
        return in(place.resolve(NAME));
    }

    /** Returns the logs in this folder. A file that cannot be read becomes a remark. */
    public static LogFolder in(Path folder) {
        if (!Files.isDirectory(folder)) {
            return EMPTY;
        }
        List<LogFile> files = new ArrayList<>();
        List<String> remarks = new ArrayList<>();
        List<Path> paths;
        try (Stream<Path> all = Files.list(folder)) {
            paths = all.filter(LogFolder::isLog).sorted().toList();
        } catch (IOException e) {
            throw RunbenchException.badInput(folder + ": cannot be read: " + e.getMessage()).causedBy(e);
        }
        for (Path path : paths) {
            try {
                if (Files.size(path) == 0) {
                    remarks.add(path.getFileName()
                            + ": empty: its process found no room for it; an unknown number of events were dropped");
                } else {
                    files.add(LogFile.open(path));
                }
            } catch (IOException e) {
                remarks.add(path + ": cannot be read: " + e.getMessage());
            } catch (RunbenchException e) {
                remarks.add(e.getMessage());
            }
        }
        return of(files, remarks);
    }

    /** Returns a log of these files. */
    public static LogFolder of(List<LogFile> files, List<String> remarks) {
        List<LogFile> sorted = new ArrayList<>(files);
        sorted.sort(Comparator.comparing(LogFile::host).thenComparing(LogFile::pid).thenComparing(LogFile::number));
        List<String> all = new ArrayList<>(remarks);
        sorted.forEach(f -> f.remark().ifPresent(all::add));
        return new LogFolder(List.copyOf(sorted), List.copyOf(all));
    }

    public boolean isEmpty() {
        return files.isEmpty();
    }

    public long events() {
        return files.stream().mapToLong(LogFile::events).sum();
    }
}
