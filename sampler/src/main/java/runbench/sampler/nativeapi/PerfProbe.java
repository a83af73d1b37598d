package runbench.sampler.nativeapi;

import runbench.sampler.events.Encoding;

/**
 * A question to perf_event_open(2).
 *
 * @param kernel count in the kernel too
 * @param inherit follow children
 * @param sampled take samples that carry the whole group (PERF_SAMPLE_READ), as kernel-driven sampling does
 */
public record PerfProbe(Encoding encoding, boolean kernel, boolean inherit, boolean sampled) {
    private static final Encoding TASK_CLOCK = new Encoding(1, 1);

    /** Counts time in user space: the least that there is. */
    public static final PerfProbe LEAST = new PerfProbe(TASK_CLOCK, false, false, false);
    /** What happens in the kernel too. */
    public static final PerfProbe KERNEL = new PerfProbe(TASK_CLOCK, true, false, false);
    /** The sampling that the kernel drives, with children. */
    public static final PerfProbe KERNEL_DRIVEN = new PerfProbe(TASK_CLOCK, false, true, true);
    /** Core clock cycles of a hardware PMU. */
    public static final PerfProbe CYCLES = new PerfProbe(new Encoding(0, 0), false, false, false);
}
