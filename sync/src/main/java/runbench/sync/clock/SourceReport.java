package runbench.sync.clock;

/**
 * What one time source is like on this machine.
 *
 * @param name the source; {@code rdtsc} and {@code rdtscp} are the bare instructions, {@code tsc} and {@code tscp}
 *     include the conversion to ns
 * @param absent why the machine lacks it; null if it has it
 * @param warm cost of one read, each sample the mean of 16; null if absent
 * @param cold cost of single reads with cold caches; null if absent
 * @param stepNanos smallest difference but 0 between successive reads, ns: the measured resolution
 * @param backward successive reads that ran backwards
 * @param reads reads examined for that
 */
public record SourceReport(String name, String absent, Costs warm, Costs cold, double stepNanos, long backward,
        long reads) {}
