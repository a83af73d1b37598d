package runbench.parser.symbols;

import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** The known executable mappings of a process. */
final class ProcessMemory {
    /**
     * A mapping.
     *
     * @param start first address
     * @param end address after the last one
     * @param offset offset of the first address in the file
     * @param file index of the file
     */
    record Mapping(long start, long end, long offset, int file) {}

    /** Mappings by first address. User-space addresses are never negative. The mappings do not overlap. */
    private final NavigableMap<Long, Mapping> mappings;
    final int pid;
    String name;

    ProcessMemory(int pid, String name) {
        this(pid, name, new TreeMap<>());
    }

    private ProcessMemory(int pid, String name, NavigableMap<Long, Mapping> mappings) {
        this.pid = pid;
        this.name = name;
        this.mappings = mappings;
    }

    /** Returns the memory of a process that this process started. */
    ProcessMemory forked(int child) {
        return new ProcessMemory(child, name, new TreeMap<>(mappings));
    }

    void clear() {
        mappings.clear();
    }

    /** Adds a mapping, which replaces older ones at the same addresses. Recordings do not contain unmapping events. */
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

    /**
     * Returns the mapping of an address.
     *
     * @return null if it is unknown
     */
    Mapping at(long address) {
        Map.Entry<Long, Mapping> e = mappings.floorEntry(address);
        return e == null || e.getValue().end <= address ? null : e.getValue();
    }
}
