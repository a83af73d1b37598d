package runbench.pas2p.checkpoint;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import runbench.base.process.CpuSet;

/**
 * The processors of a thread. CRIU does not store them, so ranks that were bound to cores would lose their binding.
 *
 * @param thread thread id
 * @param cpus list in the kernel's format: {@code 0-3,8}
 */
public record ThreadPlacement(long thread, String cpus) {
    /** Returns the placement of all threads of processes. */
    static List<ThreadPlacement> of(List<Long> processes) throws IOException {
        List<ThreadPlacement> all = new ArrayList<>();
        for (long pid : processes) {
            try (Stream<Path> threads = Files.list(Path.of("/proc", Long.toString(pid), "task"))) {
                for (Path thread : threads.toList()) {
                    all.add(of(Long.parseLong(thread.getFileName().toString()),
                            Files.readAllLines(thread.resolve("status"))));
                }
            } catch (NoSuchFileException ended) {
                continue;
            }
        }
        return all;
    }

    /**
     * Parses the placement of one thread.
     *
     * @param status lines of /proc/TID/status
     */
    static ThreadPlacement of(long thread, List<String> status) {
        return new ThreadPlacement(thread, CpuSet.allowed(status).orElse(""));
    }
}
