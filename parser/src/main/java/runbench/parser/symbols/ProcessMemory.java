package runbench.parser.symbols;

import java.util.Map;
import java.util.TreeMap;

/** What of a process's memory can be executed, as far as it was told. */
final class ProcessMemory {
    /** @param offset of the first address in the file */
    record Mapping(long start, long end, long offset, int file) {}

    /** By first address, which of all user space is not negative; they do not overlap. */
    private final TreeMap<Long, Mapping> mappings;
    final int pid;
    String name;

    ProcessMemory(int pid, String name) {
        this(pid, name, new TreeMap<>());
    }

    private ProcessMemory(int pid, String name, TreeMap<Long, Mapping> mappings) {
        this.pid = pid;
        this.name = name;
        this.mappings = mappings;
    }

    /** Of a process that this one has started. */
    ProcessMemory forked(int child) {
        return new ProcessMemory(child, name, new TreeMap<>(mappings));
    }

    void clear() {
        mappings.clear();
    }

    /** What is mapped later hides what was there: nobody tells what is unmapped. */
    void map(long start, long bytes, long offset, int file) {
        long end = start + bytes;
        for (Map.Entry<Long, Mapping> e = mappings.lowerEntry(end); e != null
                && e.getValue().end > start; e = mappings.lowerEntry(end)) {
            Mapping old = mappings.remove(e.getKey());
            if (old.end > end) {
                mappings.put(end, new Mapping(end, old.end, old.offset + end - old.start, old.file));
            }
            if (old.start < start) {
                mappings.put(old.start, new Mapping(old.start, start, old.offset, old.file));
            }
        }
        mappings.put(start, new Mapping(start, end, offset, file));
    }

    /** Null where nothing is known. */
    Mapping at(long address) {
        Map.Entry<Long, Mapping> e = mappings.floorEntry(address);
        return e == null || e.getValue().end <= address ? null : e.getValue();
    }
}
