package runbench.parser.microarchitecture;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * The identity of a processor, as run.json and recordings contain it.
 *
 * @param vendor {@code vendor_id} of /proc/cpuinfo, or {@code arm}; empty if unknown
 * @param family x86 family; on Arm the implementer's number (0x41: Arm Ltd.)
 * @param model x86 model, or the Arm part number
 * @param hybrid whether it has cores of several types
 */
public record ProcessorId(String vendor, int family, int model, boolean hybrid) {
    public static final ProcessorId UNKNOWN = new ProcessorId("", 0, 0, false);

    /**
     * Returns the identity in a recording.
     *
     * @param processor node of a recording's "run"; a missing node gives {@link #UNKNOWN}
     */
    public static ProcessorId from(JsonNode processor) {
        return new ProcessorId(processor.path("vendor").asText(""), processor.path("family").asInt(0),
                processor.path("model").asInt(0), processor.path("hybrid").asBoolean(false));
    }
}
