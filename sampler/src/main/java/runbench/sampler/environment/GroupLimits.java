package runbench.sampler.environment;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import runbench.sampler.events.machine.SystemFiles;

/**
 * What the control group of this process, or one above it, grants. Null: no limit, or none that can be read.
 *
 * @param cpus CPUs' worth of time: 1.5 is 150 ms in 100 ms
 * @param cpuset CPUs that may be used, as the kernel lists them
 * @param memoryBytes before the group's tasks are killed
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record GroupLimits(Double cpus, String cpuset, @JsonProperty("memory_bytes") Long memoryBytes) {
    private static final String ROOT = "/sys/fs/cgroup";
    /** Version 1 writes the largest multiple of a page for "no limit". */
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

    /** Null where the group has no limit of its own. */
    private static Double share(SystemFiles files, String folder) {
        Optional<String> max = files.text(folder + "/cpu.max");
        if (max.isPresent()) {
            return share(max.get());
        }
        long quota = files.number(folder + "/cpu.cfs_quota_us").orElse(0L);
        long period = files.number(folder + "/cpu.cfs_period_us").orElse(0L);
        return quota > 0 && period > 0 ? (Double) ((double) quota / period) : null;
    }

    /** Own group first, then those above it: each may limit. */
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
                all.add(top); // within a container its own group is mounted here
            }
        }
        return all;
    }

    /** "150000 100000"; "max 100000" for no limit. */
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
