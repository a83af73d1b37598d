package runbench.sampler.nativeapi;

import runbench.sampler.events.Modifiers;
import runbench.sampler.events.names.NameEncoder;
import runbench.sampler.events.Placement;
import runbench.sampler.events.select.VendorEvents;

import java.util.Optional;

/** System calls and libraries that Java itself uses. Loading takes 0.2 to 0.7 s, so only some commands load it. */
public interface NativeApi {
    /**
     * The library libpfm4.
 *
 * @param version version of its interface, {@code major.minor}
 * @param names encoder of vendors' event names
 * @param events list of vendors' events
     */
    record PfmLibrary(String version, NameEncoder names, VendorEvents events) {}

    /**
     * Opens an event for this thread and closes it. Sampling events are opened on CPU 0, others on any CPU.
 *
 * @param probe the event
 * @return 0, or the errno of the refusal
     */
    int tryOpen(PerfProbe probe);

    /**
     * Counts an event during a short piece of work of the calling thread, on the first CPU of the placement. A breakpoint
 * without address watches a variable that this work writes once.
 *
 * @param placement the event and its CPUs
 * @param modifiers modes and precision
 * @return the count, or the errno of the refusal
     */
    Trial tryCount(Placement placement, Modifiers modifiers);

    /** Returns libpfm4, or empty if it is not installed. */
    Optional<PfmLibrary> pfm();

    /**
 * Loads the native binding.
 *
 * @throws UnsatisfiedLinkError this platform has no native binding
 */
    static NativeApi load() {
        return new JnrNativeApi();
    }

    /** Returns libpfm4's encoder, or {@link NameEncoder#NONE} if the binding or the library is missing. */
    static NameEncoder pfmNames() {
        try {
            return load().pfm().map(PfmLibrary::names).orElse(NameEncoder.NONE);
        } catch (LinkageError e) {
            return NameEncoder.NONE;
        }
    }
}
