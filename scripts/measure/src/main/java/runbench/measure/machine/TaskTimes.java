package runbench.measure.machine;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * The times in which tasks of some processes were ready for a CPU, from {@code /proc/PID/task/TID/schedstat}.
 *
 * @param readyNanos time ready for a CPU since the start of each task, ns, by task id
 */
public record TaskTimes(Map<Long, Long> readyNanos) {
    /** No task. */
    public static final TaskTimes NONE = new TaskTimes(Map.of());

    /**
     * Reads the times of all tasks. Processes that have ended are left out.
     *
     * @param proc the folder {@code /proc}
     * @param pids process ids
     */
    public static TaskTimes read(Path proc, Collection<Long> pids) {
        Map<Long, Long> all = new HashMap<>();
        for (long pid : pids) {
            try (DirectoryStream<Path> tasks = Files.newDirectoryStream(proc.resolve(pid + "/task"))) {
                for (Path task : tasks) {
                    String[] fields = Files.readString(task.resolve("schedstat")).trim().split(" ");
                    all.put(Long.parseLong(task.getFileName().toString()), Long.parseLong(fields[1]));
                }
            } catch (IOException | DirectoryIteratorException | NumberFormatException
                    | ArrayIndexOutOfBoundsException e) {
                // The task or the process has just ended, or the kernel has no such times.
            }
        }
        return new TaskTimes(Map.copyOf(all));
    }

    /**
     * Returns the average number of ready tasks since an earlier reading. A task that started in between counts from
     * its start; one that ended in between does not count.
     *
     * @param nanos time between both readings, ns, positive
     */
    public double readySince(TaskTimes earlier, long nanos) {
        long ready = 0;
        for (Map.Entry<Long, Long> task : readyNanos.entrySet()) {
            ready += Math.max(0, task.getValue() - earlier.readyNanos.getOrDefault(task.getKey(), 0L));
        }
        return (double) ready / nanos;
    }
}
