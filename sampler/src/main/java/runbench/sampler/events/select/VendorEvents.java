package runbench.sampler.events.select;

import java.util.List;

/** Lists vendors' events of the detected CPUs, as libpfm4 does. */
@FunctionalInterface
public interface VendorEvents {
    /**
     * A core PMU and its events.
 *
 * @param name the library's name of the microarchitecture
 * @param description readable description
 * @param events the events
     */
    record VendorPmu(String name, String description, List<VendorEvent> events) {}

    /**
 * A vendor's event.
 *
 * @param name the name to type, with unit mask if there is one: {@code LS_DISPATCH:LD_DISPATCH}
 * @param description readable description
 */
    record VendorEvent(String name, String description) {}

    /** Returns the detected core PMUs; uncore PMUs are excluded because they cannot follow a program. */
    List<VendorPmu> present();

    /** A list without events, for machines without such a library. */
VendorEvents NONE = List::of;
}
