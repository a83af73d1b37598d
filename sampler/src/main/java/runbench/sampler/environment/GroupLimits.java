package runbench.sampler.environment;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import runbench.sampler.events.machine.SystemFiles;

/**
 * The limits of this process's control group and the groups above it. Null means no limit, or an unreadable one.
 *
 * @param cpus CPU time limit in CPUs; 1.5 is 150 ms per 100 ms
 * @param cpuset usable CPUs in the kernel's list format
 * @param memoryBytes memory limit in bytes, at which the kernel kills tasks of the group
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record GroupLimits(Double cpus, String cpuset, @JsonProperty("memory_bytes") Long memoryBytes) {
    private static final String ROOT = "/sys/fs/cgroup";
    /** The smallest value that means "no limit": cgroup version 1 writes the largest multiple of a page. */
    private static final long NO_LIMIT = 1L << 60;

    static GroupLimits read(SystemFiles files) {
        Double cpus = null;
        Long memory = null;
        String cpuset = null;
        for (String folder : folders(files, "cpu")) {
            cpus = least(cpus, share(files, folder));
        }
        for (String folder : folders(files, "memory")) {
            Long bytes = files.number(folder + "/memory.max").orElse(null);
            bytes = bytes != null ? bytes : files.number(folder + "/memory.limit_in_bytes").orElse(null);
            memory = least(memory, bytes != null && bytes < NO_LIMIT ? bytes : null);
        }
        for (String folder : folders(files, "cpuset")) {
            String list = files.text(folder + "/cpuset.cpus.effective").orElse(null);
            list = list != null ? list : files.text(folder + "/cpuset.effective_cpus").orElse("");
            cpuset = cpuset == null && !list.isEmpty() ? list : cpuset;
        }
        return new GroupLimits(cpus, cpuset, memory);
    }

    /** Returns the CPU limit of one group in CPUs, or null if it has none. */
    private static Double share(SystemFiles files, String folder) {
        Optional<String> max = files.text(folder + "/cpu.max");
        if (max.isPresent()) {
            return share(max.get());
        }
        long quota = files.number(folder + "/cpu.cfs_quota_us").orElse(0L);
        long period = files.number(folder + "/cpu.cfs_period_us").orElse(0L);
        return quota > 0 && period > 0 ? (Double) ((double) quota / period) : null;
    }

    /** Returns the folders of this process's group and of the groups above it, innermost first. */
    private static List<String> folders(SystemFiles files, String controller) {
        List<String> all = new ArrayList<>();
        for (String line : files.lines("/proc/self/cgroup")) {
            String[] parts = line.split(":", 3);
            if (parts.length < 3) {
                continue;
            }
            boolean unified = parts[1].isEmpty();
            if (unified || List.of(parts[1].split(",")).contains(controller)) {
                String top = unified ? ROOT : ROOT + "/" + parts[1];
                String path = parts[2].equals("/") ? "" : parts[2];
                for (; !path.isEmpty(); path = path.substring(0, path.lastIndexOf('/'))) {
                    all.add(top + path);
                }
                all.add(top); // In a container, this is the container's own group.
            }
        }
        return all;
    }

    /** Parses {@code cpu.max}: "150000 100000" is 1.5 CPUs, "max 100000" is no limit (null). */
    private static Double share(String text) {
        String[] words = text.split(" ");
        Double quota = words.length < 2 ? null : MachineState.number(words[0]).orElse(null);
        Double period = quota == null ? null : MachineState.number(words[1]).orElse(null);
        return period == null ? null : (Double) (quota / period);
    }

    private static <T extends Comparable<T>> T least(T a, T b) {
        return a == null || b != null && b.compareTo(a) < 0 ? b : a;
    }
}
