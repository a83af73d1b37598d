package runbench.sampler.events.names;

import java.util.Optional;
import runbench.sampler.events.Encoding;

/** Encodes vendors' event names, as libpfm4 does. */
@FunctionalInterface
public interface NameEncoder {
    /**
     * An encoded event.
     *
     * @param name fully qualified name, as the library prints it
     * @param encoding the encoding
     * @param letters mode letters in the name ({@code u}, {@code k}), or empty
     */
    record Encoded(String name, Encoding encoding, String letters) {}

    /**
     * Encodes an event for this CPU.
     *
     * @param name name as typed
     * @return the event, or empty if the library is absent or has no such event for this CPU
     */
    Optional<Encoded> encode(String name);

    /** An encoder without any names, for machines without such a library. */
    NameEncoder NONE = name -> Optional.empty();
}
