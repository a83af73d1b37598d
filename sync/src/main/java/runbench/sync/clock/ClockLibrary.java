package runbench.sync.clock;

import java.nio.file.Files;
import java.nio.file.Path;
import jnr.ffi.LibraryLoader;
import jnr.ffi.Pointer;
import runbench.base.error.RunbenchException;
import runbench.base.home.ProjectHome;

/**
 * The C functions of {@code librunbench-clock}, under their C names. The interface is public because JNR requires it.
 */
public interface ClockLibrary {
    Pointer rb_clock_open(String spec, byte[] error, long errorSize);

    void rb_clock_close(Pointer clock);

    long rb_clock_now(Pointer clock);

    long rb_clock_slack(Pointer clock);

    double rb_clock_hertz(Pointer clock);

    void rb_clock_describe(Pointer clock, byte[] json, long size);

    long rb_read_costs(Pointer clock, int kind, int reads, double[] cycles, long samples);

    long rb_cold_costs(Pointer clock, int kind, double[] cycles, long samples);

    void rb_read_steps(Pointer clock, long[] steps, long samples);

    void rb_tsc_steps(long[] steps, long samples);

    int rb_tsc_frequency_by(Pointer clock, long tickNanos, double seconds, double[] result);

    int rb_tsc_skew(int cpuA, int cpuB, int rounds, double[] bounds);

    int rb_utc_status(long[] result);

    /** Returns the library. The first call loads it, which takes 0.2 to 0.7 s. */
    static ClockLibrary get() {
        return Holder.LIBRARY;
    }

    /** Holds the library, so that loading waits for the first call of {@link #get}. */
    final class Holder {
        static final ClockLibrary LIBRARY = load();

        private Holder() {
        }

        private static ClockLibrary load() {
            Path file = ProjectHome.library(ProjectHome.folder().toAbsolutePath().normalize(), "librunbench-clock.so");
            if (!Files.exists(file)) {
                throw RunbenchException.machine(file + ": not found").remedy(ProjectHome.rebuildRemedy());
            }
            return LibraryLoader.create(ClockLibrary.class).failImmediately().load(file.toString());
        }
    }
}
