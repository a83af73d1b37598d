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
import java.util.List;
import java.util.Optional;
import runbench.base.json.OutputFormat;

/**
 * A run on many nodes on one time axis. Positions are seconds since the start of the run; NaN always means "no data".
 *
 * @param heading program, counters and end of the run
 * @param axis axis of all ranks
 * @param alignment time resolution between the ranks
 * @param ranks all ranks in order, including those without a recording
 * @param quantities events and metrics, each with values of all ranks
 * @param phases the phases; null: see {@code phasesAbsent}
 * @param phasesAbsent reason why there are no phases; null: there are
 * @param messages messages of the window; null: not requested
 */
public record ClusterView(Heading heading, TimeAxis axis, AlignmentQuality alignment, List<RankView> ranks,
        List<Quantity> quantities, PhaseView phases, String phasesAbsent, MessageView messages) {
    public ClusterView {
        ranks = List.copyOf(ranks);
        quantities = List.copyOf(quantities);
    }

    /** Returns the same view in other buckets. */
    ClusterView in(TimeAxis other, List<Quantity> values) {
        return new ClusterView(heading, other, alignment, ranks, values, phases, phasesAbsent, messages);
    }

    /** Returns an event or a metric by its name. */
    public Optional<Quantity> quantity(String name) {
        return quantities.stream().filter(q -> q.name().equalsIgnoreCase(name)).findFirst();
    }

    /** Returns the view as JSON without the series; NaN is written as null. */
    public String json() {
        return ViewJson.of(this);
    }

    /** Writes a view as JSON: snake case, null for NaN, without large series (rates, spans, messages). */
    private static final class ViewJson {
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
}
