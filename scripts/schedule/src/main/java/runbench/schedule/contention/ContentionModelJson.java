package runbench.schedule.contention;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import runbench.base.error.RunbenchException;
import runbench.base.json.OutputFormat;

/**
 * Reads and writes a contention model as JSON, either by itself or within the output of
 * {@code runbench machine bandwidth --json}.
 */
public final class ContentionModelJson {
    private static final ObjectMapper MAPPER = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT)
            .setPropertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE);
    private static final String WITHIN = "model";

    private ContentionModelJson() {
    }

    /** Returns the JSON document of a model. */
    public static String text(ContentionModel model) {
        try {
            return MAPPER.writeValueAsString(OutputFormat.CONTENTION_MODEL.named(MAPPER.valueToTree(model)));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("cannot be written as JSON: " + model, e);
        }
    }

    /**
     * Reads a model.
     *
     * @param text JSON of a model, or of a measurement that contains one
     * @param from origin of the text, for error messages
     * @throws RunbenchException (bad input) if the text contains no model
     */
    public static ContentionModel read(String text, String from) {
        try {
            JsonNode tree = MAPPER.readTree(text);
            JsonNode model = tree.has(WITHIN) ? tree.get(WITHIN) : tree;
            if (model.has("sustained")) {
                return MAPPER.treeToValue(model, ContentionModel.class);
            }
            throw none(from, tree.has(WITHIN) ? "the measurement was too short or too noisy for a model"
                    : "it contains no contention model");
        } catch (JsonProcessingException e) {
            throw none(from, e.getOriginalMessage()).causedBy(e);
        }
    }

    private static RunbenchException none(String from, String why) {
        return RunbenchException.badInput(from + ": " + why)
                .remedy("measure one: runbench machine bandwidth prints the file that it writes");
    }
}
