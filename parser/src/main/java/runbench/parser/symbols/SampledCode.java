package runbench.parser.symbols;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongPredicate;
import java.util.stream.IntStream;
import runbench.parser.record.Metadata.PointerStatus;
import runbench.parser.series.Axis;
import runbench.parser.series.Periods;
import runbench.parser.series.SeriesCollector;

/**
 * The code places at which the samples of a recording were taken. Every sample represents one period of running time,
 * so that shares of samples are shares of time. The place is the address at which the timer's interrupt was taken. It
 * is some instructions after the executed one. In the kernel it is where interrupts were enabled again.
 */
public final class SampledCode {
    private final PointerStatus status;
    private final Instants instants;
    private final int[] placeOf;
    private final CallStacks stacks;
    private final Instants gaps;
    private final long[] unsampledNanos;
    private final List<CodePlace> places;
    private final List<MappedFile> files;
    private final Map<Integer, String> processes;

    /** @param stacks call stacks; null: they were not recorded */
    SampledCode(PointerStatus status, Instants instants, int[] placeOf, CallStacks stacks, Instants gaps,
            long[] unsampledNanos, List<CodePlace> places, List<MappedFile> files, Map<Integer, String> processes) {
        this.status = status;
        this.instants = instants;
        this.placeOf = placeOf;
        this.stacks = stacks;
        this.gaps = gaps;
        this.unsampledNanos = unsampledNanos;
        this.places = List.copyOf(places);
        this.files = List.copyOf(files);
        this.processes = Map.copyOf(processes);
    }

    /** Returns a collector for a pass over the recording; it uses about 20 bytes per sample. */
    public static SeriesCollector<SampledCode> collector(Periods periods) {
        return new CodeCollector(periods, true);
    }

    /**
     * Returns a collector of the distinct code places only, for name lookup. Its memory grows with the number of
     * places, not with samples.
     */
    public static SeriesCollector<SampledCode> placesCollector(Periods periods) {
        return new CodeCollector(periods, false);
    }

    /** Returns whether the recording contains instruction pointers. Without pointers there are no samples here. */
    public PointerStatus status() {
        return status;
    }

    public int samples() {
        return instants.count();
    }

    /** Returns the time of a sample, ns: wall time since the start of the run, or running time of the whole program. */
    long nanos(Axis axis, int sample) {
        return instants.at(axis, sample);
    }

    /** Returns the index of a sample's place in {@link #places()}. */
    int place(int sample) {
        return placeOf[sample];
    }

    /** Returns the call stacks; empty if they were not recorded. */
    Optional<CallStacks> stacks() {
        return Optional.ofNullable(stacks);
    }

    /** Returns whether call stacks were recorded. */
    public boolean hasStacks() {
        return stacks != null;
    }

    /**
     * Returns the running time in kernel mode without permission to sample, ns.
     *
     * @param inside whether an interval belongs to the part, by the time of its end, ns
     */
    long unsampledNanos(Axis axis, LongPredicate inside) {
        return IntStream.range(0, gaps.count())
                .filter(i -> inside.test(gaps.at(axis, i)))
                .mapToLong(i -> unsampledNanos[i])
                .sum();
    }

    /** Returns the distinct places. */
    List<CodePlace> places() {
        return places;
    }

    List<MappedFile> files() {
        return files;
    }

    /**
     * Returns the name of a process.
     *
     * @return empty if it is unknown
     */
    String process(int pid) {
        return processes.getOrDefault(pid, "");
    }

    /**
     * A sampled place in code.
     *
     * @param memory kind of memory of the address
     * @param file index among the mapped files; -1 if no file is mapped
     * @param pid process that owns the memory; -1 if the place is the same for all processes
     * @param address offset in the file, or an address in memory
     */
    record CodePlace(Memory memory, int file, int pid, long address) {
        // Methods that a record derives are linked at run time, which takes milliseconds in each run.
        @Override
        public boolean equals(Object o) {
            return o instanceof CodePlace other && address == other.address && memory == other.memory
                    && file == other.file && pid == other.pid;
        }

        @Override
        public int hashCode() {
            return 31 * (31 * (31 * memory.hashCode() + file) + pid) + Long.hashCode(address);
        }

        /** Kinds of memory that contain code. */
        enum Memory {
            /** A mapped file. */
            FILE,
            /** Memory without a file that remains readable: the vdso, output of a JIT compiler. */
            ANONYMOUS, KERNEL,
            /** Memory without a known mapping. */
            UNKNOWN
        }
    }

    /**
     * A mapping as the kernel names it.
     *
     * @param path path of a file; {@code [vdso]}, {@code //anon} and similar for other memory
     * @param buildId build id in lower-case hexadecimal; empty if the kernel did not report it
     */
    public record MappedFile(String path, String buildId) {
        private static final String DELETED = " (deleted)";

        /** Returns whether the mapping has a file. */
        boolean isFile() {
            return path.startsWith("/") && !path.startsWith("//") && !path.startsWith("/memfd:")
                    && !path.startsWith("/SYSV") && !path.startsWith("/dev/zero");
        }

        /** Returns whether the file had been removed when its mapping was read. */
        boolean deleted() {
            return path.endsWith(DELETED);
        }

        /** Returns the name for readers: the last part of the path. */
        String library() {
            String name = deleted() ? path.substring(0, path.length() - DELETED.length()) : path;
            return isFile() ? name.substring(name.lastIndexOf('/') + 1) : name;
        }
    }

    /** A growing list of instants of a run on both of its axes, ns. */
    static final class Instants {
        private long[] wall = new long[64];
        private long[] run = new long[64];
        private int count;

        /**
         * Adds an instant.
         *
         * @param wallNanos time since the start of the run, ns
         * @param runNanos running time of the whole program so far, ns
         */
        void add(long wallNanos, long runNanos) {
            if (count == wall.length) {
                wall = Arrays.copyOf(wall, 2 * count);
                run = Arrays.copyOf(run, 2 * count);
            }
            wall[count] = wallNanos;
            run[count++] = runNanos;
        }

        int count() {
            return count;
        }

        long at(Axis axis, int i) {
            return axis == Axis.WALL_TIME ? wall[i] : run[i];
        }
    }
}
