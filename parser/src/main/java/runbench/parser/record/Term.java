package runbench.parser.record;

import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.deser.ContextualDeserializer;
import java.io.IOException;

/**
 * A word of a file with its constant. A word that this version does not support has the vocabulary's last constant,
 * {@code UNKNOWN}. It is written again as it was read.
 *
 * @param value constant, for decisions
 * @param label word in the file
 */
@JsonDeserialize(using = Term.FromJson.class)
public record Term<E extends Enum<E> & Labeled>(E value, @JsonValue String label) {
    /** Returns the term of a constant, with its own word. */
    public static <E extends Enum<E> & Labeled> Term<E> of(E value) {
        return new Term<>(value, value.label());
    }

    /** Returns the term of a word in a file. */
    public static <E extends Enum<E> & Labeled> Term<E> of(Class<E> vocabulary, String label) {
        E[] values = vocabulary.getEnumConstants();
        for (E value : values) {
            if (value.isMeantBy(label)) {
                return new Term<>(value, label);
            }
        }
        return new Term<>(values[values.length - 1], label);
    }

    public boolean is(E other) {
        return value == other;
    }

    // Explicit because Java links the generated methods of a record at their first call, which delays every start.
    @Override
    public boolean equals(Object other) {
        return other instanceof Term<?> t && value == t.value && label.equals(t.label);
    }

    @Override
    public int hashCode() {
        return label.hashCode();
    }

    /** Returns the label. */
    @Override
    public String toString() {
        return label;
    }

    /** Reads a term of the vocabulary that the property names. */
    static final class FromJson extends JsonDeserializer<Term<?>> implements ContextualDeserializer {
        private final JavaType vocabulary;

        FromJson() {
            this(null);
        }

        private FromJson(JavaType vocabulary) {
            this.vocabulary = vocabulary;
        }

        @Override
        public JsonDeserializer<?> createContextual(DeserializationContext context, BeanProperty property) {
            return new FromJson((property == null ? context.getContextualType() : property.getType()).containedType(0));
        }

        @Override
        public Term<?> deserialize(JsonParser json, DeserializationContext context) throws IOException {
            return term(vocabulary.getRawClass(), json.getValueAsString(""));
        }

        @SuppressWarnings({"unchecked", "rawtypes"})
        private static Term<?> term(Class vocabulary, String label) {
            return Term.of(vocabulary, label);
        }
    }
}
