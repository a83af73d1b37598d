package runbench.sampler.nativeapi;

import runbench.sampler.nativeapi.NativeApi.PerfProbe;
import runbench.sampler.nativeapi.NativeApi.Trial;
import java.util.Optional;
import java.util.OptionalInt;
import jnr.ffi.LibraryLoader;
import jnr.ffi.Memory;
import jnr.ffi.Pointer;
import jnr.ffi.Runtime;
import jnr.ffi.annotations.SaveError;
import runbench.sampler.events.Encoding;
import runbench.sampler.events.Event.Placement;
import runbench.sampler.events.Modifiers;

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

    /**
     * Opens an event for the calling thread and runs a workload that triggers common events: instructions, branches,
     * memory references, page faults, system calls, a task switch.
     */
    private static final class SelfTest {
        private static final int ANY_CPU = -1;
        /** The size of cpu_set_t. */
        private static final int CPU_SET_BYTES = 128;
        private static final int BREAKPOINT = 5;
        private static final int EINVAL = 22;
        private static final int ENABLED_AND_RUNNING = 3;
        private static final int PAGES = 16;
        private static final int PAGE = 4096;
        private static final int READ_WRITE = 3;
        private static final int PRIVATE_ANONYMOUS = 0x22;
        private static final int PAUSE_MICROS = 50;
        private static final long SCATTER = 0x9E3779B97F4A7C15L;

        private final JnrNativeApi.LibC c;
        private final Runtime runtime;
        private final Pointer result;
        private final Pointer watched;
        private final long[] memory = new long[1 << 15];
        private long sum;

        SelfTest(JnrNativeApi.LibC c, Runtime runtime) {
            this.c = c;
            this.runtime = runtime;
            result = Memory.allocateDirect(runtime, 3 * Long.BYTES, true);
            watched = Memory.allocateDirect(runtime, 2 * Long.BYTES, true);
        }

        Trial of(Placement placement, Modifiers modifiers, JnrNativeApi api) {
            OptionalInt cpu = placement.firstCpu();
            if (cpu.isEmpty()) {
                return openOn(placement, modifiers, api, ANY_CPU);
            }
            // A core type counts only tasks that run on it, so this thread moves to its first CPU.
            Pointer before = Memory.allocateDirect(runtime, CPU_SET_BYTES, true);
            Pointer only = Memory.allocateDirect(runtime, CPU_SET_BYTES, true);
            only.putByte(cpu.getAsInt() / Byte.SIZE, (byte) (1 << cpu.getAsInt() % Byte.SIZE));
            boolean moved = c.sched_getaffinity(0, CPU_SET_BYTES, before) >= 0
                    && c.sched_setaffinity(0, CPU_SET_BYTES, only) == 0;
            try {
                return openOn(placement, modifiers, api, cpu.getAsInt());
            } finally {
                if (moved) {
                    c.sched_setaffinity(0, CPU_SET_BYTES, before);
                }
            }
        }

        private Trial openOn(Placement placement, Modifiers modifiers, JnrNativeApi api, int cpu) {
            Encoding e = placement.encoding();
            int pid = placement.wide() ? -1 : 0;
            Pointer attr = PerfAttr.zeroed(runtime);
            PerfAttr.event(attr,
                    e.type() == BREAKPOINT && e.config1() == 0
                            ? new Encoding(BREAKPOINT, e.config(), aligned(), e.config2())
                            : e);
            long exclusions = PerfAttr.exclusions(modifiers);
            attr.putLong(PerfAttr.FLAGS,
                    PerfAttr.EXCLUDE_HV | exclusions | (long) modifiers.precise() << PerfAttr.PRECISE_SHIFT);
            attr.putLong(PerfAttr.READ_FORMAT, ENABLED_AND_RUNNING);
            int descriptor = api.open(attr, pid, cpu);
            if (descriptor == -EINVAL && exclusions == 0) {
                // Some PMUs do not support exclude flags.
                attr.putLong(PerfAttr.FLAGS, (long) modifiers.precise() << PerfAttr.PRECISE_SHIFT);
                descriptor = api.open(attr, pid, cpu);
            }
            if (descriptor < 0) {
                return Trial.refused(-descriptor);
            }
            try {
                work();
                long got = c.read(descriptor, result, 3 * Long.BYTES);
                return got == 3 * Long.BYTES ? new Trial(0, result.getLong(0), result.getLong(8), result.getLong(16))
                        : new Trial(0, 0, 0, 0);
            } finally {
                c.close(descriptor);
            }
        }

        private long aligned() {
            return watched.address() + Long.BYTES - 1 & -Long.BYTES;
        }

        private void work() {
            Pointer pages = c.mmap(null, (long) PAGES * PAGE, READ_WRITE, PRIVATE_ANONYMOUS, -1, 0);
            for (int i = 0; pages != null && pages.address() != -1 && i < PAGES; i++) {
                pages.putByte((long) i * PAGE, (byte) i);
            }
            c.munmap(pages, (long) PAGES * PAGE);
            for (int i = 0; i < memory.length; i++) {
                int at = (int) (i * SCATTER >>> 49);
                sum += memory[at] > i ? 1 : memory[at];
                memory[at] = i;
            }
            watched.putLong(aligned() - watched.address(), sum);
            c.usleep(PAUSE_MICROS);
        }
    }
}
