package runbench.pas2p.signature;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import runbench.base.error.RunbenchException;

/** Signatures and what they measured, as JSON files. */
public final class SignatureFiles {
    /** Fields of later editions of a version are ignored. */
    private static final ObjectMapper JSON = JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES).build();

    private SignatureFiles() {
    }

    public static void write(Signature signature, Path file) throws IOException {
        save(signature, file);
    }

    /** @param folder exists, or is made */
    public static void write(MeasuredSignature measured, Path folder) throws IOException {
        Files.createDirectories(folder);
        save(measured, folder.resolve(MeasuredSignature.FILE));
    }

    private static void save(Object value, Path file) throws IOException {
        Files.writeString(file, JSON.writerWithDefaultPrettyPrinter().writeValueAsString(value) + "\n");
    }

    /** @throws RunbenchException it cannot be read, or is no signature */
    public static Signature signature(Path file) {
        return read(file, Signature.class, Signature.FORMAT, Signature.VERSION, "runbench pas2p signature build RUN -o SIG makes one");
    }

    /**
     * @param place the folder that a signature was measured into, or its measured.json
     * @throws RunbenchException it cannot be read, or holds no measured signature
     */
    public static MeasuredSignature measured(Path place) {
        return read(Files.isDirectory(place) ? place.resolve(MeasuredSignature.FILE) : place, MeasuredSignature.class,
                MeasuredSignature.FORMAT, MeasuredSignature.VERSION,
                "runbench pas2p signature run SIG -o MEASURED -- mpirun ... makes one");
    }

    /** For {@code --json}. */
    public static JsonNode json(Object signatureOrMeasured) {
        return JSON.valueToTree(signatureOrMeasured);
    }

    private static <T> T read(Path file, Class<T> type, String format, int version, String remedy) {
        try {
            JsonNode tree = JSON.readTree(file.toFile());
            String seen = tree.path("format").asText("");
            if (!seen.equals(format)) {
                throw RunbenchException.badInput(file + ": its format is \"" + seen + "\", not \"" + format + "\"").remedy(remedy);
            }
            if (tree.path("version").asInt() != version) {
                throw RunbenchException.badInput(file + ": version " + tree.path("version").asText() + " of \"" + format
                        + "\"; this Runbench reads version " + version).remedy("make it anew with this Runbench, or read it with a newer one");
            }
            return JSON.treeToValue(tree, type);
        } catch (JsonProcessingException e) {
            throw RunbenchException.badInput(file + ": no " + format + ": " + e.getOriginalMessage()
                    + (e.getLocation() == null ? "" : " (line " + e.getLocation().getLineNr() + ")")).remedy(remedy).causedBy(e);
        } catch (IOException e) {
            throw RunbenchException.badInput(file + ": cannot be read: " + e.getMessage()).remedy(remedy).causedBy(e);
        }
    }
}
