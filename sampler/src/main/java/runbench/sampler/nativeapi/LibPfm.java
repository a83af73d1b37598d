package runbench.sampler.nativeapi;

import jnr.ffi.LibraryLoader;
import jnr.ffi.Memory;
import jnr.ffi.Pointer;
import jnr.ffi.Runtime;
import runbench.sampler.events.Encoding;
import runbench.sampler.events.names.NameEncoder;

import java.util.Optional;

/** Encodes libpfm4's event names (pfm_get_os_event_encoding(3)). */
final class LibPfm implements NameEncoder {
    /** The used functions of libpfm4. Public for JNR, which implements it at run time. */
    public interface Functions {
        int pfm_initialize();

        int pfm_get_version();

        int pfm_get_os_event_encoding(String name, int privilegeLevels, int os, Pointer argument);

        int pfm_get_pmu_info(int pmu, Pointer info);

        int pfm_get_event_info(int event, int os, Pointer info);

        int pfm_get_event_next(int event);

        int pfm_get_event_attr_info(int event, int attribute, int os, Pointer info);
    }

    static final int SUCCESS = 0;
    static final int OS_PERF_EVENT = 1;

    private static final int USER_AND_KERNEL = 1 << 3 | 1;
    /** The size of pfm_perf_encode_arg_t: attr, fstr, size, idx, cpu, flags. */
    private static final int ARGUMENT_SIZE = 40;

    private final Functions pfm;
    private final Runtime runtime;
    private final JnrNativeApi.LibC c;

    private LibPfm(Functions pfm, JnrNativeApi.LibC c) {
        this.pfm = pfm;
        this.runtime = Runtime.getRuntime(pfm);
        this.c = c;
    }

    static Optional<NativeApi.PfmLibrary> load(JnrNativeApi.LibC c) {
        Functions pfm;
        try {
            // The versioned name: the unversioned one exists only in the development package.
            pfm = LibraryLoader.create(Functions.class).failImmediately().load("libpfm.so.4");
        } catch (UnsatisfiedLinkError e) {
            return Optional.empty();
        }
        if (pfm.pfm_initialize() != SUCCESS) {
            return Optional.empty();
        }
        int version = pfm.pfm_get_version();
        return Optional.of(new NativeApi.PfmLibrary((version >> 16) + "." + (version & 0xffff), new LibPfm(pfm, c),
                new LibPfmEvents(pfm)));
    }

    @Override
    public Optional<Encoded> encode(String name) {
        Pointer attr = PerfAttr.zeroed(runtime);
        Pointer text = Memory.allocateDirect(runtime, Long.BYTES, true);
        Pointer argument = Memory.allocateDirect(runtime, ARGUMENT_SIZE, true);
        argument.putPointer(0, attr);
        argument.putPointer(8, text);
        argument.putLong(16, ARGUMENT_SIZE);
        if (pfm.pfm_get_os_event_encoding(name, USER_AND_KERNEL, OS_PERF_EVENT, argument) != SUCCESS) {
            return Optional.empty();
        }
        Pointer qualified = text.getPointer(0);
        String fullName = name;
        if (qualified != null) {
            fullName = qualified.getString(0);
            c.free(qualified);
        }
        long flags = attr.getLong(PerfAttr.FLAGS);
        boolean user = (flags & PerfAttr.EXCLUDE_USER) == 0;
        boolean kernel = (flags & PerfAttr.EXCLUDE_KERNEL) == 0;
        return Optional
                .of(new Encoded(
                        fullName, new Encoding(attr.getInt(0), attr.getLong(PerfAttr.CONFIG),
                                attr.getLong(PerfAttr.CONFIG1), attr.getLong(PerfAttr.CONFIG2)),
                        user && kernel ? "" : user ? "u" : "k"));
    }
}
