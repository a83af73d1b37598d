package runbench.sync.clock;

import java.nio.charset.StandardCharsets;
import jnr.ffi.Pointer;
import runbench.base.error.RunbenchException;

/**
 * A time source of this machine, or a virtual one over it; see {@code native/include/runbench/clock.h} for the names.
 */
public final class Clock implements AutoCloseable {
    private static final int TEXT = 512;

    private final String spec;
    private Pointer handle;

    private Clock(String spec, Pointer handle) {
        this.spec = spec;
        this.handle = handle;
    }

    /** Opens a source; fails with the reason if this machine lacks it. */
    public static Clock open(String spec) {
        byte[] error = new byte[TEXT];
        Pointer handle = ClockLibrary.get().rb_clock_open(spec, error, TEXT);
        if (handle == null) {
            throw RunbenchException.machine("clock " + spec + ": " + text(error))
                    .remedy("runbench sync clocks shows which sources this machine has");
        }
        return new Clock(spec, handle);
    }

    public String spec() {
        return spec;
    }

    /** Nanoseconds since the source's own beginning. */
    public long nanos() {
        return ClockLibrary.get().rb_clock_now(handle);
    }

    /** How far a stamp may be off because of ticks and conversion, ns. */
    public long slackNanos() {
        return ClockLibrary.get().rb_clock_slack(handle);
    }

    /** Ticks a second of the counter behind it; 0 for clocks that count ns. */
    public double hertz() {
        return ClockLibrary.get().rb_clock_hertz(handle);
    }

    /** Source and settings as JSON. */
    public String describe() {
        byte[] json = new byte[TEXT];
        ClockLibrary.get().rb_clock_describe(handle, json, TEXT);
        return text(json);
    }

    Pointer handle() {
        return handle;
    }

    @Override
    public void close() {
        if (handle != null) {
            ClockLibrary.get().rb_clock_close(handle);
            handle = null;
        }
    }

    private static String text(byte[] bytes) {
        int n = 0;
        while (n < bytes.length && bytes[n] != 0) {
            n++;
        }
        return new String(bytes, 0, n, StandardCharsets.UTF_8);
    }
}
