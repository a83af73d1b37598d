package runbench.schedule.policy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import runbench.base.error.RunbenchException;

/** Reads and writes a reference curve as JSON, for reuse by a later schedule. */
public final class ReferenceCurveJson {
    private static final String FORMAT = "runbench reference curve";
    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

    private ReferenceCurveJson() {
    }

    public static String text(ReferenceCurve curve) {
        try {
            ObjectNode node = JSON.createObjectNode().put("format", FORMAT).put("version", 1);
            node.setAll((ObjectNode) JSON.valueToTree(curve));
            return JSON.writeValueAsString(node) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Parses a curve.
     *
     * @param file name of the file, for error messages
     * @throws RunbenchException exit code 2 if the text is not a curve
     */
    public static ReferenceCurve parse(String file, String text) {
        try {
            ObjectNode node = (ObjectNode) JSON.readTree(text);
            if (!node.path("format").asText().equals(FORMAT) || !(node.path("sustained").asDouble() > 0)) {
                throw wrong(file, "the format is not '" + FORMAT + "'");
            }
            return JSON.treeToValue(node, ReferenceCurve.class);
        } catch (JsonProcessingException | ClassCastException e) {
            throw wrong(file, "the JSON is not valid").causedBy(e);
        }
    }

    private static RunbenchException wrong(String file, String why) {
        return RunbenchException.badInput(file + ": not a reference curve: " + why)
                .remedy("fit one: runbench schedule simulate pilot --refit -o DIR");
    }
}
