package runbench.pas2p.checkpoint;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import runbench.base.file.OutputFile;
import runbench.base.error.RunbenchException;
import runbench.base.process.IoReason;
import runbench.pas2p.signature.Signature;
import runbench.pas2p.signature.SignatureFiles;

/** Reader and writer of {@code checkpoint.json}, the description of a folder of checkpoints. */
public final class CheckpointFiles {
    private static final String MAKES_ONE = "runbench pas2p signature checkpoint SIG -o CHECKPOINTS -- mpirun ... "
            + "makes one";
    private static final List<String> HAS = List.of("signature", "command", "machine", "folder", "addresses", "folders",
            "needed", "checkpoints", "differences", "remarks");
    private static final List<String> EACH_HAS = List.of("/name", "/window", "/window/cut", "/window/measure",
            "/window/stop", "/copied", "/threads", "/running");
    /** Ignores unknown fields, which later editions of a version may add. */
    private static final ObjectMapper JSON = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .build();

    private CheckpointFiles() {
    }

    static void write(CheckpointSignature signature, Path folder) throws IOException {
        OutputFile.write(folder.resolve(CheckpointSignature.FILE),
                JSON.writerWithDefaultPrettyPrinter().writeValueAsString(signature) + "\n");
    }

    /** Returns true if the folder contains checkpoints. */
    public static boolean isOne(Path folder) {
        return Files.isRegularFile(folder.resolve(CheckpointSignature.FILE));
    }

    /** Returns the description for {@code --json}. */
    public static JsonNode json(CheckpointSignature signature) {
        return JSON.valueToTree(signature);
    }

    private static Optional<String> missing(JsonNode tree) {
        return HAS.stream()
                .filter(field -> tree.path(field).isMissingNode() || tree.path(field).isNull())
                .findFirst()
                .or(() -> SignatureFiles.missing(tree.path("signature")).map(field -> "signature." + field))
                .or(() -> IntStream.range(0, tree.path("checkpoints").size())
                        .boxed()
                        .flatMap(i -> EACH_HAS.stream()
                                .filter(field -> tree.path("checkpoints").get(i).at(field).isMissingNode()
                                        || tree.path("checkpoints").get(i).at(field).isNull())
                                .map(field -> "checkpoints[" + i + "]" + field.replace('/', '.')))
                        .findFirst());
    }

    /** Returns the first checkpoint that does not belong to the signature; empty: all do. */
    private static Optional<String> fault(CheckpointSignature c) {
        Signature s = c.signature();
        return IntStream.range(0, c.checkpoints().size()).filter(i -> {
            PhaseWindow w = c.checkpoints().get(i).window();
            return w.phase() < 0 || !s.phases().isEmpty() && w.phase() >= s.phases().size()
                    || SignatureFiles.fault(w.part(s)).isPresent();
        }).mapToObj(i -> "checkpoints[" + i + "].window").findFirst();
    }

    private static RunbenchException invalidField(Path file, String field) {
        return RunbenchException.badInput(file + ": a " + CheckpointSignature.FORMAT
                + " of this Runbench has a field \"" + field + "\", which is missing or invalid here")
                .remedy(MAKES_ONE);
    }

    /**
     * Reads the description of a folder of checkpoints.
     *
     * @throws RunbenchException exit code 2: the folder has no readable description
     */
    public static CheckpointSignature read(Path folder) {
        Path file = folder.resolve(CheckpointSignature.FILE);
        try {
            JsonNode tree = JSON.readTree(file.toFile());
            String seen = tree.path("format").asText("");
            if (!seen.equals(CheckpointSignature.FORMAT)
                    || tree.path("version").asInt() != CheckpointSignature.VERSION) {
                throw RunbenchException
                        .badInput(file + ": its format is \"" + seen + "\" " + tree.path("version").asText()
                                + ", not \"" + CheckpointSignature.FORMAT + "\" " + CheckpointSignature.VERSION)
                        .remedy(MAKES_ONE);
            }
            missing(tree).ifPresent(field -> { throw invalidField(file, field); });
            CheckpointSignature read = JSON.treeToValue(tree, CheckpointSignature.class);
            SignatureFiles.fault(read.signature())
                    .map(field -> "signature." + field)
                    .or(() -> fault(read))
                    .ifPresent(field -> {
                        throw invalidField(file, field);
                    });
            return read;
        } catch (JsonProcessingException e) {
            throw RunbenchException
                    .badInput(file + ": no " + CheckpointSignature.FORMAT + ": " + e.getOriginalMessage())
                    .remedy(MAKES_ONE)
                    .causedBy(e);
        } catch (IOException e) {
            throw RunbenchException.badInput(file + ": cannot be read: " + IoReason.of(e))
                    .remedy(MAKES_ONE)
                    .causedBy(e);
        }
    }
}
