package runbench.pas2p.checkpoint;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import runbench.base.error.RunbenchException;
import runbench.base.process.IoReason;

/** What describes a folder of checkpoints, as JSON. */
public final class CheckpointFiles {
    private static final String MAKES_ONE = "runbench pas2p signature checkpoint SIG -o CHECKPOINTS -- mpirun ... makes one";
    /** Fields of later editions of a version are ignored. */
    private static final ObjectMapper JSON = JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES).build();

    private CheckpointFiles() {
    }

    static void write(CheckpointSignature signature, Path folder) throws IOException {
        Files.writeString(folder.resolve(CheckpointSignature.FILE), JSON.writerWithDefaultPrettyPrinter().writeValueAsString(signature) + "\n");
    }

    /** Whether a folder holds checkpoints. */
    public static boolean isOne(Path folder) {
        return Files.isRegularFile(folder.resolve(CheckpointSignature.FILE));
    }

    /** For {@code --json}. */
    public static JsonNode json(CheckpointSignature signature) {
        return JSON.valueToTree(signature);
    }

    /** @throws RunbenchException exit code 2: it cannot be read, or is none */
    public static CheckpointSignature read(Path folder) {
        Path file = folder.resolve(CheckpointSignature.FILE);
        try {
            JsonNode tree = JSON.readTree(file.toFile());
            String seen = tree.path("format").asText("");
            if (!seen.equals(CheckpointSignature.FORMAT) || tree.path("version").asInt() != CheckpointSignature.VERSION) {
                throw RunbenchException.badInput(file + ": its format is \"" + seen + "\" " + tree.path("version").asText() + ", not \""
                        + CheckpointSignature.FORMAT + "\" " + CheckpointSignature.VERSION).remedy(MAKES_ONE);
            }
            return JSON.treeToValue(tree, CheckpointSignature.class);
        } catch (JsonProcessingException e) {
            throw RunbenchException.badInput(file + ": no " + CheckpointSignature.FORMAT + ": " + e.getOriginalMessage()).remedy(MAKES_ONE).causedBy(e);
        } catch (IOException e) {
            throw RunbenchException.badInput(file + ": cannot be read: " + IoReason.of(e)).remedy(MAKES_ONE).causedBy(e);
        }
    }
}
