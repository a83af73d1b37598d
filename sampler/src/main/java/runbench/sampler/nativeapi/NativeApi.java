package runbench.sampler.nativeapi;

import runbench.sampler.events.Modifiers;
import runbench.sampler.events.names.NameEncoder;
import runbench.sampler.events.Placement;
import runbench.sampler.events.select.VendorEvents;

import java.util.Optional;

/** What Java itself asks of the system. Loading takes 0.2 to 0.7 s: only where the answer is worth it. */
public interface NativeApi {
    /**
     * A library of vendors' event names.
     *
     * @param version of its interface, {@code major.minor}
     */
    record PfmLibrary(String version, NameEncoder names, VendorEvents events) {}

    /**
     * Opens an event for this process, on CPU 0, and closes it again.
     *
     * @return 0, or the system's errno
     */
    int tryOpen(PerfProbe probe);

    /**
     * Counts an event over a short piece of work of the calling thread, on the first of the CPUs that count it. A
     * breakpoint without an address watches a variable that this work writes once.
     */
    Trial tryCount(Placement placement, Modifiers modifiers);

    /** libpfm4, when it is installed. */
    Optional<PfmLibrary> pfm();

    /**
     * @throws UnsatisfiedLinkError this platform has no native binding
     */
    static NativeApi load() {
        return new JnrNativeApi();
    }

    /** The encoder for an event resolver: {@link NameEncoder#NONE} where anything needed is missing. */
    static NameEncoder pfmNames() {
        try {
            return load().pfm().map(PfmLibrary::names).orElse(NameEncoder.NONE);
        } catch (LinkageError e) {
            return NameEncoder.NONE;
        }
    }
}
