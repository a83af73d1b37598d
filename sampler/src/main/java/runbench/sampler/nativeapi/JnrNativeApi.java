package runbench.sampler.nativeapi;

import jnr.ffi.LibraryLoader;
import jnr.ffi.Pointer;
import jnr.ffi.Runtime;
import jnr.ffi.annotations.SaveError;

import java.util.Optional;

/** {@link NativeApi} through JNR-FFI. */
final class JnrNativeApi implements NativeApi {
    /** The C library, as far as it is needed here. Public for JNR, which implements it at run time. */
    public interface LibC {
        @SaveError
        long syscall(long number, Pointer attr, long pid, long cpu, long group, long flags);

        int close(int descriptor);

        void free(Pointer memory);
    }

    /** Plain "no such call" for architectures whose number is not known here. */
    private static final int ENOSYS = 38;
    private static final long CLOSE_ON_EXEC = 8;

    private final LibC c;
    private final Runtime runtime;

    JnrNativeApi() {
        c = LibraryLoader.create(LibC.class).failImmediately().load("c");
        runtime = Runtime.getRuntime(c);
    }

    @Override
    public int tryOpen(PerfProbe probe) {
        long number = perfEventOpenNumber();
        if (number < 0) {
            return ENOSYS;
        }
        // A thread of our own on CPU 0 only: inherited sampling events may not span CPUs.
        long descriptor = c.syscall(number, PerfAttr.of(runtime, probe), 0, probe.sampled() ? 0 : -1, -1, CLOSE_ON_EXEC);
        if (descriptor < 0) {
            return runtime.getLastError();
        }
        c.close((int) descriptor);
        return 0;
    }

    /** Of asm/unistd.h. */
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
