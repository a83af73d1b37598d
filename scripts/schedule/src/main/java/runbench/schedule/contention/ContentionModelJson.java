package runbench.schedule.contention;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import runbench.base.error.RunbenchException;
import runbench.base.json.OutputFormat;

/** A model of contention as JSON: by itself, or within what {@code runbench bandwidth --json} prints and keeps. */
public final class ContentionModelJson {
    private static final ObjectMapper MAPPER = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT)
            .setPropertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE);
    private static final String WITHIN = "model";

    private ContentionModelJson() {
    }

    /** By itself. */
    public static String text(ContentionModel model) {
        try {
            return MAPPER.writeValueAsString(OutputFormat.CONTENTION_MODEL.named(MAPPER.valueToTree(model)));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("cannot be written as JSON: " + model, e);
        }
    }

    /**
     * @param text JSON of a model, or of a measurement that holds one
     * @param from where it comes from, for errors
     * @throws RunbenchException (bad input) where there is none in it
     */
    public static ContentionModel read(String text, String from) {
        try {
            JsonNode tree = MAPPER.readTree(text);
            JsonNode model = tree.has(WITHIN) ? tree.get(WITHIN) : tree;
            if (model.has("sustained")) {
                return MAPPER.treeToValue(model, ContentionModel.class);
            }
            throw none(from, tree.has(WITHIN) ? "that measurement was too short, or too noisy, for a model"
                    : "it holds no model of contention");
        } catch (JsonProcessingException e) {
            throw none(from, e.getOriginalMessage()).causedBy(e);
        }
    }

    private static RunbenchException none(String from, String why) {
        return RunbenchException.badInput(from + ": " + why)
                .remedy("measure one: runbench bandwidth, which says where it keeps it");
    }
}
