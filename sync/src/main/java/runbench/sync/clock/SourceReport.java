package runbench.sync.clock;

/**
 * The properties of one time source on this machine.
 *
 * @param name the source; {@code rdtsc} and {@code rdtscp} are the bare instructions, {@code tsc} and {@code tscp}
 *     include the conversion to ns
 * @param absent reason why the machine lacks the source; null if it has it
 * @param warm cost of one read, each sample the mean of 16 reads; null if absent
 * @param cold cost of single reads with cold caches; null if absent
 * @param stepNanos smallest frequent difference between successive reads, ns: the measured resolution
 * @param backward number of successive reads that ran backwards
 * @param reads number of reads examined
 */
public record SourceReport(String name, String absent, Costs warm, Costs cold, double stepNanos, long backward,
        long reads) {}
