package runbench.parser.microarchitecture;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * What tells one processor from another, as run.json and recordings keep it.
 *
 * @param vendor {@code vendor_id} of /proc/cpuinfo, or {@code arm}; empty when it is not known
 * @param family x86 family; on Arm the implementer's number (0x41: Arm Ltd.)
 * @param model x86 model, or the Arm part number
 * @param hybrid it has cores of several types
 */
public record ProcessorId(String vendor, int family, int model, boolean hybrid) {
    public static final ProcessorId UNKNOWN = new ProcessorId("", 0, 0, false);

    /** @param processor as a recording's "run" holds it; a missing node gives {@link #UNKNOWN} */
    public static ProcessorId from(JsonNode processor) {
        return new ProcessorId(processor.path("vendor").asText(""), processor.path("family").asInt(0),
                processor.path("model").asInt(0), processor.path("hybrid").asBoolean(false));
    }
}
