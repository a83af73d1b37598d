package runbench.eventlog;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * The reference's time inside a program: the Java interface of runbench/sync.h. It needs librunbench-eventlog-java.so
 * in java.library.path or as {@code -Drunbench.eventlog=FILE}. All threads may use one object.
 */
public final class ReferenceClock implements AutoCloseable {
    /** The origin of a time. */
    public enum How {
        /** This host is the reference. */
        REFERENCE,
        /** Between two windows. */
        INTERPOLATED,
        /** Outside the windows. */
        PREDICTED,
        /** Outside the windows, and the predicted error exceeds the model's tolerance. */
        EXPIRED
    }

    /**
     * The reference's time at a moment.
     *
     * @param refNanos time of the reference's clock, ns
     * @param errNanos statistical standard error plus wander, ns; NaN: unknown
     * @param loNanos lower end of the guaranteed interval, ns relative to refNanos
     * @param hiNanos upper end, ns relative to refNanos
     * @param how origin of the time
     */
    public record Time(long refNanos, double errNanos, double loNanos, double hiNanos, How how) {}

    private static final How[] HOW = How.values();

    /** A window blocks for seconds, so that it excludes only the end of the native object. */
    private final ReadWriteLock ending = new ReentrantReadWriteLock();
    private long handle;

    private ReferenceClock(long handle) {
        this.handle = handle;
    }

    /**
     * Opens the model of this host's clock.
     *
     * @param path NODE.model.json, or the folder of {@code runbench sync measure -o}
     * @return the clock
     * @throws IOException if there is no model of this host, or it cannot be read
     * @throws UnsatisfiedLinkError if the native library cannot be loaded
     */
    public static ReferenceClock open(Path path) throws IOException {
        EventLog.requireLibrary();
        return new ReferenceClock(open(path.toString().getBytes(StandardCharsets.UTF_8)));
    }

    /**
     * Reads the clock.
     *
     * @return the reference's time now
     * @throws ArithmeticException if the model's clock cannot be read in a program (hpet, a virtual clock)
     */
    public Time now() {
        long[] whole = new long[2];
        double[] parts = new double[3];
        use(native_ -> now(native_, whole, parts));
        return time(whole, parts);
    }

    /**
     * Converts a stamp of the model's clock.
     *
     * @param stampNanos stamp, ns
     * @return the reference's time
     * @throws ArithmeticException if the clock was set after the stamp, or the stamp is of another clock
     */
    public Time at(long stampNanos) {
        long[] whole = new long[2];
        double[] parts = new double[3];
        use(native_ -> at(native_, stampNanos, whole, parts));
        return time(whole, parts);
    }

    /**
     * Returns the rate by which the guaranteed interval grows at each side after the newest window.
     *
     * @return ppm
     */
    public double driftBoundPpm() {
        double[] ppm = new double[1];
        use(native_ -> ppm[0] = driftBound(native_));
        return ppm[0];
    }

    /**
     * Measures the clocks now, and continues with the new model. It needs
     * {@code runbench sync measure --on-demand=programs}.
     *
     * @param timeout maximum duration of the call
     * @throws IOException if there was no window; the model is then the old one
     */
    public void window(Duration timeout) throws IOException {
        int millis = (int) Math.max(0, Math.min(timeout.toMillis(), Integer.MAX_VALUE));
        use(native_ -> window(native_, millis));
    }

    /**
     * Reads the model file again.
     *
     * @throws IOException if it cannot be read, or is of another clock; the model is then the old one
     */
    public void reload() throws IOException {
        use(native_ -> reload(native_));
    }

    @Override
    public void close() {
        ending.writeLock().lock();
        try {
            if (handle != 0) {
                close(handle);
                handle = 0;
            }
        } finally {
            ending.writeLock().unlock();
        }
    }

    private interface Use<E extends Exception> {
        void of(long handle) throws E;
    }

    private <E extends Exception> void use(Use<E> use) throws E {
        Lock open = ending.readLock();
        open.lock();
        try {
            if (handle == 0) {
                throw new IllegalStateException("the clock is closed");
            }
            use.of(handle);
        } finally {
            open.unlock();
        }
    }

    private static Time time(long[] whole, double[] parts) {
        return new Time(whole[0], parts[0], parts[1], parts[2], HOW[(int) whole[1]]);
    }

    private static native long open(byte[] path) throws IOException;

    private static native void close(long handle);

    private static native void now(long handle, long[] whole, double[] parts);

    private static native void at(long handle, long stampNanos, long[] whole, double[] parts);

    private static native double driftBound(long handle);

    private static native void window(long handle, int timeoutMillis) throws IOException;

    private static native void reload(long handle) throws IOException;
}
