package runbench.sampler.nativeapi;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongPredicate;
import jnr.ffi.LibraryLoader;
import jnr.ffi.Memory;
import jnr.ffi.Pointer;
import jnr.ffi.Runtime;
import runbench.sampler.events.Encoding;
import runbench.sampler.events.names.NameEncoder;
import runbench.sampler.events.select.KnownEvents.VendorEvents;

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

    /** The events that libpfm4 lists for the PMUs it detects (pfm_get_pmu_info(3), pfm_get_event_info(3)). */
    private static final class LibPfmEvents implements VendorEvents {
        /**
         * Sizes and offsets of pfm_pmu_info_t, pfm_event_info_t and pfm_event_attr_info_t, 64 bit, first binary
         * interface.
         */
        private static final int INFO_SIZE = 64;
        private static final int PMU_INFO_SIZE = 56;
        private static final int PMU_SIZE = 16;
        private static final int PMU_TYPE = 28;
        private static final int PMU_FIRST_EVENT = 36;
        private static final int PMU_FLAGS = 52;
        private static final int EVENT_SIZE = 24;
        private static final int EVENT_CODE = 32;
        private static final int EVENT_ATTRIBUTES = 52;
        private static final int ATTRIBUTE_SIZE = 24;
        private static final int ATTRIBUTE_CODE = 32;
        private static final int ATTRIBUTE_TYPE = 40;

        private static final int CORE = 1;
        private static final int UNIT_MASK = 1;
        /** The upper bound for pfm_pmu_t of any version; the library rejects larger numbers than its own. */
        private static final int PMUS = 2000;

        private final LibPfm.Functions pfm;
        private final Runtime runtime;

        LibPfmEvents(LibPfm.Functions pfm) {
            this.pfm = pfm;
            this.runtime = Runtime.getRuntime(pfm);
        }

        @Override
        public List<VendorPmu> present() {
            return pmus(true, code -> true);
        }

        @Override
        public List<VendorPmu> havingCode(long code) {
            return pmus(false, c -> c == code).stream().filter(pmu -> !pmu.events().isEmpty()).toList();
        }

        private List<VendorPmu> pmus(boolean areDetected, LongPredicate codes) {
            List<VendorPmu> pmus = new ArrayList<>();
            Pointer info = info();
            for (int pmu = 0; pmu < PMUS; pmu++) {
                info.putLong(PMU_SIZE, PMU_INFO_SIZE);
                if (pfm.pfm_get_pmu_info(pmu, info) == LibPfm.SUCCESS
                        && (!areDetected || (info.getInt(PMU_FLAGS) & 1) != 0) && info.getInt(PMU_TYPE) == CORE) {
                    pmus.add(new VendorPmu(text(info, 0), text(info, 8), events(info.getInt(PMU_FIRST_EVENT), codes)));
                }
            }
            return pmus;
        }

        private List<VendorEvent> events(int first, LongPredicate codes) {
            List<VendorEvent> events = new ArrayList<>();
            Pointer info = info();
            Pointer attribute = info();
            for (int event = first; event != -1; event = pfm.pfm_get_event_next(event)) {
                info.putLong(EVENT_SIZE, INFO_SIZE);
                if (pfm.pfm_get_event_info(event, LibPfm.OS_PERF_EVENT, info) != LibPfm.SUCCESS) {
                    continue;
                }
                String name = text(info, 0);
                String description = text(info, 8);
                long code = info.getLong(EVENT_CODE);
                long placed = code & 0xff | (code >>> 8 & 0xf) << 32;
                boolean hasMasks = false;
                for (int a = 0; a < info.getInt(EVENT_ATTRIBUTES); a++) {
                    attribute.putLong(ATTRIBUTE_SIZE, INFO_SIZE);
                    if (pfm.pfm_get_event_attr_info(event, a, LibPfm.OS_PERF_EVENT, attribute) == LibPfm.SUCCESS
                            && attribute.getInt(ATTRIBUTE_TYPE) == UNIT_MASK) {
                        hasMasks = true;
                        if (!codes.test(placed | (attribute.getLong(ATTRIBUTE_CODE) & 0xff) << 8)) {
                            continue;
                        }
                        events.add(new VendorEvent(name + ":" + text(attribute, 0),
                                description + ": " + text(attribute, 8)));
                    }
                }
                if (!hasMasks && (codes.test(code) || codes.test(placed))) {
                    events.add(new VendorEvent(name, description));
                }
            }
            return events;
        }

        private Pointer info() {
            return Memory.allocateDirect(runtime, INFO_SIZE, true);
        }

        private static String text(Pointer info, int offset) {
            Pointer text = info.getPointer(offset);
            return text == null ? "" : text.getString(0);
        }
    }
}
