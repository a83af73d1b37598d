package runbench.sync.clock;

import java.nio.charset.StandardCharsets;
import jnr.ffi.Pointer;
import runbench.base.error.RunbenchException;

/**
 * A time source of this machine, or a virtual clock based on one. {@code native/include/runbench/clock.h} lists the
 * names.
 */
public final class Clock implements AutoCloseable {
    private static final int TEXT = 512;

    private final String spec;
    private Pointer handle;

    private Clock(String spec, Pointer handle) {
        this.spec = spec;
        this.handle = handle;
    }

    /**
     * Opens a source.
     *
     * @param spec name of a source, or {@code virtual(...)}
     * @throws RunbenchException with the reason if this machine lacks the source
     */
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

    /** Returns the source's time, ns since the source's own origin. */
    public long nanos() {
        return ClockLibrary.get().rb_clock_now(handle);
    }

    /** Returns the largest difference between a stamp and the clock, ns. It covers ticks and unit conversion. */
    public long slackNanos() {
        return ClockLibrary.get().rb_clock_slack(handle);
    }

    /** Returns the frequency of the underlying counter, ticks per second; 0 for clocks that count ns. */
    public double hertz() {
        return ClockLibrary.get().rb_clock_hertz(handle);
    }

    /** Returns source and settings as JSON. */
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
