package runbench.sampler.nativeapi;

import runbench.sampler.nativeapi.NativeApi.PerfProbe;
import jnr.ffi.Memory;
import jnr.ffi.Pointer;
import jnr.ffi.Runtime;
import runbench.sampler.events.Encoding;
import runbench.sampler.events.Modifiers;

/**
 * The layout of {@code struct perf_event_attr} of linux/perf_event.h, for probes that run before a helper.
 *
 * <p>The offsets are part of the kernel's binary interface. {@code native/base/perf_attr.c} takes the same layout from
 * the kernel's header. A file of expected bytes, tested against both, keeps the two consistent.
 */
final class PerfAttr {
    /** PERF_ATTR_SIZE_VER5, in bytes; every kernel from 4.1 on accepts it. */
    static final int SIZE = 112;
    static final int CONFIG = 8;
    static final int SAMPLE_PERIOD = 16;
    static final int SAMPLE_TYPE = 24;
    static final int READ_FORMAT = 32;
    static final int FLAGS = 40;
    static final int BP_TYPE = 52;
    static final int CONFIG1 = 56;
    static final int CONFIG2 = 64;

    static final long DISABLED = 1;
    static final long INHERIT = 1 << 1;
    static final long EXCLUDE_USER = 1 << 4;
    static final long EXCLUDE_KERNEL = 1 << 5;
    static final long EXCLUDE_HV = 1 << 6;
    private static final long EXCLUDE_IDLE = 1 << 7;
    private static final long EXCLUDE_HOST = 1 << 19;
    private static final long EXCLUDE_GUEST = 1 << 20;

    /** The position of the two bits of precise_ip. */
    static final int PRECISE_SHIFT = 15;

    private static final int BREAKPOINT = 5;
    private static final long TID_TIME_READ_CPU = 1 << 1 | 1 << 2 | 1 << 4 | 1 << 7;
    private static final long GROUP_ID_TIMES = 1 | 1 << 1 | 1 << 2 | 1 << 3;
    private static final long PROBE_PERIOD_NANOS = 1_000_000;

    private PerfAttr() {
    }

    static Pointer of(Runtime runtime, PerfProbe probe) {
        Pointer attr = zeroed(runtime);
        event(attr, probe.encoding());
        attr.putLong(FLAGS,
                DISABLED | EXCLUDE_HV | (probe.inherit() ? INHERIT : 0) | (probe.kernel() ? 0 : EXCLUDE_KERNEL));
        if (probe.sampled()) {
            attr.putLong(SAMPLE_PERIOD, PROBE_PERIOD_NANOS);
            attr.putLong(SAMPLE_TYPE, TID_TIME_READ_CPU);
            attr.putLong(READ_FORMAT, GROUP_ID_TIMES);
        }
        return attr;
    }

    /** Returns the exclude flags of modifiers, except exclude_hv. */
    static long exclusions(Modifiers m) {
        return (m.user() ? 0 : EXCLUDE_USER) | (m.kernel() ? 0 : EXCLUDE_KERNEL) | (m.idle() ? 0 : EXCLUDE_IDLE)
                | (m.host() ? 0 : EXCLUDE_HOST) | (m.guest() ? 0 : EXCLUDE_GUEST);
    }

    /** Writes type and config words. */
    static void event(Pointer attr, Encoding e) {
        attr.putInt(0, e.type());
        attr.putLong(CONFIG, e.type() == BREAKPOINT ? 0 : e.config());
        if (e.type() == BREAKPOINT) {
            attr.putInt(BP_TYPE, (int) e.config());
        }
        attr.putLong(CONFIG1, e.config1());
        attr.putLong(CONFIG2, e.config2());
    }

    static Pointer zeroed(Runtime runtime) {
        Pointer attr = Memory.allocateDirect(runtime, SIZE, true);
        attr.putInt(4, SIZE);
        return attr;
    }
}
