package runbench.sampler.nativeapi;

import runbench.sampler.events.Encoding;

/**
 * An event to open with perf_event_open(2) for a probe.
 *
 * @param encoding the event
 * @param kernel true to count kernel mode too
 * @param inherit true to follow children
 * @param sampled true to take samples with the whole group (PERF_SAMPLE_READ), as kernel-driven sampling does
 */
public record PerfProbe(Encoding encoding, boolean kernel, boolean inherit, boolean sampled) {
    private static final Encoding TASK_CLOCK = new Encoding(1, 1);

    /** The user-mode task-clock: the minimum that any user needs. */
public static final PerfProbe USER_TASK_CLOCK = new PerfProbe(TASK_CLOCK, false, false, false);
    /** The task-clock in user and kernel mode. */
public static final PerfProbe KERNEL_TASK_CLOCK = new PerfProbe(TASK_CLOCK, true, false, false);
    /** Kernel-driven sampling with children. */
    public static final PerfProbe KERNEL_DRIVEN = new PerfProbe(TASK_CLOCK, false, true, true);
    /** The core clock cycles of a hardware PMU. */
    public static final PerfProbe CYCLES = new PerfProbe(new Encoding(0, 0), false, false, false);
}
