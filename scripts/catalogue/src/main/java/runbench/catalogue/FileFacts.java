package runbench.catalogue;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import runbench.base.digest.Digests;
import runbench.base.file.OutputFile;

/**
 * A cache of facts about files that take long to compute: hash, version, package. {@code facts.json} holds them by
 * path, size, time and inode of the file, so that the start of a benchmark does not hash a compiler of 30 MB.
 */
public final class FileFacts {
    private static final JsonMapper JSON = new JsonMapper();
    private final Path file;
    private final Map<String, Map<String, String>> facts;

    public FileFacts(Path cacheDir) {
        file = cacheDir.resolve("facts.json");
        facts = load(file);
    }

    /** Returns the SHA-256 of a file, in lower-case hexadecimal. */
    public String sha256(Path path) throws IOException {
        String identity = identity(path);
        String known = get(path, identity, "sha256");
        return known != null ? known : put(path, identity, "sha256", Digests.of(path));
    }

    /**
     * Returns a fact about a file. Computes it with {@code ask} if the cache does not hold it; an empty result is not
     * cached.
     */
    Optional<String> fact(Path path, String name, Supplier<Optional<String>> ask) throws IOException {
        String identity = identity(path);
        String known = get(path, identity, name);
        return known != null ? Optional.of(known) : ask.get().map(answer -> put(path, identity, name, answer));
    }

    private static String identity(Path path) throws IOException {
        Map<String, Object> a = Files.readAttributes(path, "unix:size,ino,lastModifiedTime,ctime");
        return a.get("size") + "/" + a.get("ino") + "/" + a.get("lastModifiedTime") + "/" + a.get("ctime");
    }

    private synchronized String get(Path path, String identity, String name) {
        Map<String, String> known = facts.get(path.toString());
        return known != null && identity.equals(known.get("identity")) ? known.get(name) : null;
    }

    private synchronized String put(Path path, String identity, String name, String value) {
        Map<String, String> known = facts.get(path.toString());
        if (known == null || !identity.equals(known.get("identity"))) {
            known = new TreeMap<>(Map.of("identity", identity));
            facts.put(path.toString(), known);
        }
        known.put(name, value);
        save();
        return value;
    }

    private static Map<String, Map<String, String>> load(Path file) {
        try {
            return new TreeMap<>(
                    JSON.readValue(Files.readAllBytes(file), new TypeReference<Map<String, Map<String, String>>>() {}));
        } catch (IOException e) {
            return new TreeMap<>(); // absent or damaged: all facts are computed again
        }
    }

    private void save() {
        try {
            Files.createDirectories(file.getParent());
            OutputFile.write(file, JSON.writeValueAsBytes(facts));
        } catch (IOException e) {
            // An unwritable cache (read-only home, full disk) must not prevent a run.
        }
    }
}
