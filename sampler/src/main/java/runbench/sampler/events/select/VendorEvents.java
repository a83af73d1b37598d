package runbench.sampler.events.select;

import java.util.List;

/** A library that can list the events of the CPUs it knows, as libpfm4 does. */
@FunctionalInterface
public interface VendorEvents {
    /**
     * The events of one core PMU.
     *
     * @param name as the library calls the microarchitecture
     * @param description for people
     */
    record VendorPmu(String name, String description, List<VendorEvent> events) {}

    /** @param name with its unit mask where it has any, as it can be asked for: {@code LS_DISPATCH:LD_DISPATCH} */
    record VendorEvent(String name, String description) {}

    /** Core PMUs that the library detects on this machine; uncore ones cannot follow a program. */
    List<VendorPmu> present();

    /** Where there is no such library. */
    VendorEvents NONE = List::of;
}
