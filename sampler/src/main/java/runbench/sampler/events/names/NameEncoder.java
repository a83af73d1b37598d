package runbench.sampler.events.names;

import java.util.Optional;
import runbench.sampler.events.Encoding;

/** A library that knows vendors' event names, as libpfm4 does. */
@FunctionalInterface
public interface NameEncoder {
    /**
     * @param name fully qualified, as the library prints it
     * @param letters scope that the name itself asked for ({@code u}, {@code k}), or empty
     */
    record Encoded(String name, Encoding encoding, String letters) {}

    /** @return empty when the library is absent or knows no such event on this CPU */
    Optional<Encoded> encode(String name);

    /** Where there is no such library. */
    NameEncoder NONE = name -> Optional.empty();
}
