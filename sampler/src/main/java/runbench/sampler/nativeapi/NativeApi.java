package runbench.sampler.nativeapi;

import java.util.Optional;
import runbench.sampler.events.Encoding;
import runbench.sampler.events.Event.Placement;
import runbench.sampler.events.Modifiers;
import runbench.sampler.events.names.NameEncoder;
import runbench.sampler.events.select.KnownEvents.VendorEvents;

/** System calls and libraries that Java itself uses. Loading takes 0.2 to 0.7 s, so only some commands load it. */
public interface NativeApi {
    /**
     * The library libpfm4.
     *
     * @param version version of its interface, {@code major.minor}
     * @param names encoder of vendors' event names
     * @param events list of vendors' events
     */
    record PfmLibrary(String version, NameEncoder names, VendorEvents events) {}

    /**
     * Opens an event for this thread and closes it. Sampling events are opened on CPU 0, others on any CPU.
     *
     * @param probe the event
     * @return 0, or the errno of the refusal
     */
    int tryOpen(PerfProbe probe);

    /**
     * Counts an event during a short piece of work of the calling thread, on the first CPU of the placement. A
     * breakpoint without address watches a variable that this work writes once.
     *
     * @param placement the event and its CPUs
     * @param modifiers modes and precision
     * @return the count, or the errno of the refusal
     */
    Trial tryCount(Placement placement, Modifiers modifiers);

    /** Returns libpfm4, or empty if it is not installed. */
    Optional<PfmLibrary> pfm();

    /**
     * Loads the native binding.
     *
     * @throws UnsatisfiedLinkError this platform has no native binding
     */
    static NativeApi load() {
        return new JnrNativeApi();
    }

    /** Returns libpfm4's encoder, or {@link NameEncoder#NONE} if the binding or the library is missing. */
    static NameEncoder pfmNames() {
        try {
            return load().pfm().map(PfmLibrary::names).orElse(NameEncoder.NONE);
        } catch (LinkageError e) {
            return NameEncoder.NONE;
        }
    }

    /**
     * The result of opening an event and counting a short piece of work.
     *
     * @param errno errno of perf_event_open(2); 0 if it succeeded
     * @param value the count
     * @param enabledNanos time for which the event was enabled, in nanoseconds
     * @param runningNanos time for which the event was on a counter, in nanoseconds
     */
    public record Trial(int errno, long value, long enabledNanos, long runningNanos) {
        static Trial refused(int errno) {
            return new Trial(errno, 0, 0, 0);
        }
    }

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
}
