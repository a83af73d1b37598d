package runbench.sampler.nativeapi;

import jnr.ffi.LibraryLoader;
import jnr.ffi.Pointer;
import jnr.ffi.Runtime;
import jnr.ffi.annotations.SaveError;
import runbench.sampler.events.Modifiers;
import runbench.sampler.events.Placement;

import java.util.Optional;

/** {@link NativeApi}, implemented with JNR-FFI. */
final class JnrNativeApi implements NativeApi {
    /** The used functions of the C library. Public for JNR, which implements it at run time. */
    public interface LibC {
        @SaveError
        long syscall(long number, Pointer attr, long pid, long cpu, long group, long flags);

        int close(int descriptor);

        long read(int descriptor, Pointer buffer, long size);

        Pointer mmap(Pointer address, long length, int protection, int flags, int descriptor, long offset);

        int munmap(Pointer address, long length);

        int usleep(int microseconds);

        int sched_getaffinity(int pid, long size, Pointer cpus);

        int sched_setaffinity(int pid, long size, Pointer cpus);

        void free(Pointer memory);
    }

    /** The errno for architectures whose system call number is unknown. */
    private static final int ENOSYS = 38;
    private static final long CLOSE_ON_EXEC = 8;

    private final LibC c;
    private final Runtime runtime;
    private SelfTest selfTest;

    JnrNativeApi() {
        c = LibraryLoader.create(LibC.class).failImmediately().load("c");
        runtime = Runtime.getRuntime(c);
    }

    @Override
    public int tryOpen(PerfProbe probe) {
        // CPU 0 only: inherited sampling events must not span CPUs.
        int descriptor = open(PerfAttr.of(runtime, probe), probe.sampled() ? 0 : -1);
        if (descriptor < 0) {
            return -descriptor;
        }
        c.close(descriptor);
        return 0;
    }

    @Override
    public Trial tryCount(Placement placement, Modifiers modifiers) {
        if (selfTest == null) {
            selfTest = new SelfTest(c, runtime);
        }
        return selfTest.of(placement, modifiers, this);
    }

    /** Opens an event for the calling thread; returns a descriptor or the negative errno. */
    int open(Pointer attr, int cpu) {
        return open(attr, 0, cpu);
    }

    /**
 * Opens an event.
 *
 * @param pid 0 for the calling thread, -1 for all tasks on the CPU
 * @param cpu number of the CPU, -1 for any
 * @return a descriptor, or the negative errno
 */
    int open(Pointer attr, int pid, int cpu) {
        long number = perfEventOpenNumber();
        if (number < 0) {
            return -ENOSYS;
        }
        long descriptor = c.syscall(number, attr, pid, cpu, -1, CLOSE_ON_EXEC);
        return descriptor < 0 ? -runtime.getLastError() : (int) descriptor;
    }

    /** Returns the system call number of asm/unistd.h, or -1 for an unknown architecture. */
    private static long perfEventOpenNumber() {
        return switch (System.getProperty("os.arch")) {
            case "amd64", "x86_64" -> 298;
            case "aarch64", "riscv64", "loongarch64" -> 241;
            case "ppc64le", "ppc64" -> 319;
            case "s390x" -> 331;
            default -> -1;
        };
    }

    @Override
    public Optional<PfmLibrary> pfm() {
        return LibPfm.load(c);
    }
}
