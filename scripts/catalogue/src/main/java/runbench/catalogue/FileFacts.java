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
 * Facts about files that take long to find out (hash, version, package), kept in {@code facts.json} of the cache under
 * the file's path, size, time and inode, so that starting a benchmark costs no hash of a 30 MB compiler.
 */
public final class FileFacts {
    private static final JsonMapper JSON = new JsonMapper();
    private final Path file;
    private final Map<String, Map<String, String>> facts;

    public FileFacts(Path cacheDir) {
        file = cacheDir.resolve("facts.json");
        facts = load(file);
    }

    /** SHA-256 of the file's contents, in lower-case hexadecimal. */
    public String sha256(Path path) throws IOException {
        String identity = identity(path);
        String known = get(path, identity, "sha256");
        return known != null ? known : put(path, identity, "sha256", Digests.of(path));
    }

    /**
     * The named fact of the file, found out by {@code ask} where it is not known yet; an unanswered question is asked
     * again.
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
            return new TreeMap<>(); // absent or damaged: everything is simply found out again
        }
    }

    private void save() {
        try {
            Files.createDirectories(file.getParent());
            OutputFile.write(file, JSON.writeValueAsBytes(facts));
        } catch (IOException e) {
            // A cache that cannot be written (read-only home, full disk) must not keep a benchmark from running.
        }
    }
}
