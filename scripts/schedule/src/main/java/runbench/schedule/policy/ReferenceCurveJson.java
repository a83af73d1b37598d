package runbench.schedule.policy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import runbench.base.error.RunbenchException;

/** A reference curve as JSON, for a file that a later schedule reads. */
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
     * @param file where the text stood, for words
     * @throws RunbenchException exit code 2: it is no curve
     */
    public static ReferenceCurve parse(String file, String text) {
        try {
            ObjectNode node = (ObjectNode) JSON.readTree(text);
            if (!node.path("format").asText().equals(FORMAT) || !(node.path("sustained").asDouble() > 0)) {
                throw wrong(file, "it is not of the format '" + FORMAT + "'");
            }
            return JSON.treeToValue(node, ReferenceCurve.class);
        } catch (JsonProcessingException | ClassCastException e) {
            throw wrong(file, "it is not JSON as it should be").causedBy(e);
        }
    }

    private static RunbenchException wrong(String file, String why) {
        return RunbenchException.badInput(file + ": is no reference curve: " + why)
                .remedy("fit one: runbench schedule simulate pilot --refit -o DIR");
    }
}
