package runbench.base.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SchemaId;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaValidatorsConfig;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;

/** The schemas that are published, and whether an output keeps to its own. */
public final class PublishedSchemas {
    public static final Path FOLDER = Path.of(System.getProperty("runbench.home", ".."))
            .resolve("docs/reference/schemas");

    private static final JsonSchemaFactory FACTORY = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012,
            builder -> builder.schemaMappers(mappers -> mappers.mapPrefix("runbench:/schemas/",
                    FOLDER.toAbsolutePath().normalize().toUri().toString() + "/")));

    private PublishedSchemas() {
    }

    /** What a command printed; what stands before the JSON is skipped. */
    public static void check(OutputFormat format, String printed) {
        int object = printed.indexOf('{');
        int list = printed.indexOf('[');
        try {
            check(format, new ObjectMapper()
                    .readTree(printed.substring(list < 0 ? object : object < 0 ? list : Math.min(object, list))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static void check(OutputFormat format, Path file) {
        try {
            check(format, Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static void check(OutputFormat format, JsonNode output) {
        assertThat(violations(format, output)).as("%s", FOLDER.resolve(format.schema())).isEmpty();
    }

    public static Set<ValidationMessage> violations(OutputFormat format, JsonNode output) {
        SchemaValidatorsConfig config = SchemaValidatorsConfig.builder().locale(Locale.ROOT).build();
        JsonSchema schema = FACTORY.getSchema(SchemaLocation.of("runbench:/schemas/" + format.schema()), config);
        return schema.validate(output);
    }

    /** What in a schema is none of JSON Schema, draft 2020-12. */
    public static Set<ValidationMessage> faults(JsonNode schema) {
        return FACTORY.getSchema(SchemaLocation.of(SchemaId.V202012)).validate(schema);
    }
}
