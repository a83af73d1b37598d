package runbench.align.view;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.cfg.EnumFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import java.io.IOException;
import runbench.base.json.OutputFormat;

/** Writes a view as JSON: snake case, null for NaN, without large series (rates, spans, messages). */
final class ViewJson {
    private static final ObjectMapper JSON = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .enable(SerializationFeature.INDENT_OUTPUT)
            .enable(EnumFeature.WRITE_ENUMS_TO_LOWERCASE)
            .addMixIn(Quantity.RankRates.class, WithoutSeries.class)
            .addMixIn(PhaseView.class, WithoutSpans.class)
            .addMixIn(RankView.class, WithoutError.class)
            .addMixIn(MessageView.class, WithoutMessages.class)
            .addModule(new SimpleModule().addSerializer(double.class, new FiniteSerializer())
                    .addSerializer(Double.class, new FiniteSerializer()))
            .build();

    private ViewJson() {
    }

    static String of(ClusterView view) {
        try {
            return JSON.writeValueAsString(OutputFormat.CLUSTER_VIEW.named(JSON.valueToTree(view)));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    @JsonIgnoreProperties({"mean", "min", "max"})
    private interface WithoutSeries {}

    @JsonIgnoreProperties({"spans"})
    private interface WithoutSpans {}

    @JsonIgnoreProperties({"error"})
    private interface WithoutError {}

    @JsonIgnoreProperties({"from_rank", "to_rank", "sent_s", "received_s", "bytes"})
    private interface WithoutMessages {}

    /** Writes NaN and infinity as null, because JSON has neither. */
    private static final class FiniteSerializer extends StdSerializer<Double> {
        private static final long serialVersionUID = 1L;

        FiniteSerializer() {
            super(Double.class);
        }

        @Override
        public void serialize(Double value, JsonGenerator out, SerializerProvider provider) throws IOException {
            if (Double.isFinite(value)) {
                out.writeNumber(value);
            } else {
                out.writeNull();
            }
        }
    }
}
