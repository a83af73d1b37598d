package runbench.parser.metrics;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import runbench.base.error.RunbenchException;
import runbench.base.home.UserFolders;
import runbench.base.quantity.Printable;

/**
 * The user's named lists of events and metrics, which {@code -e @NAME} and {@code --metrics @NAME} stand for:
 *
 * <pre> [events] stalls = "cycles:u,stalled-cycles-frontend:u"
 *
 * [metrics] daily = "ipc,branch,memory_bandwidth" </pre>
 */
public final class SavedSets {
    /** A kind of list. */
    public enum Kind {
        EVENTS("events", "cycles:u,instructions:u"), METRICS("metrics", "ipc,branch");

        private final String word;
        private final String example;

        Kind(String word, String example) {
            this.word = word;
            this.example = example;
        }

        /** Returns the name of the table in the file, and of the option. */
        public String word() {
            return word;
        }
    }

    private static final char MARK = '@';
    private static final TypeReference<Map<String, Object>> TOML = new TypeReference<>() {};

    private final Path file;

    /**
     * Creates the sets of a file.
     *
     * @param file file of sets; need not exist
     */
    public SavedSets(Path file) {
        this.file = file;
    }

    /**
     * Returns the sets of this user: {@code $XDG_CONFIG_HOME/runbench/sets.toml}, by default below {@code ~/.config}.
     */
    public static SavedSets ofUser() {
        return new SavedSets(UserFolders.config().resolve("sets.toml"));
    }

    public Path file() {
        return file;
    }

    /**
     * Replaces each word {@code @NAME} of a list by the set with that name.
     *
     * @param list names separated by commas; null: none
     * @throws RunbenchException exit code 2: there is no such set, with the existing ones, or the file is malformed
     */
    public String expand(Kind kind, String list) {
        if (list == null || list.indexOf(MARK) < 0) {
            return list;
        }
        List<String> words = new ArrayList<>();
        for (String word : list.split(",")) {
            String name = word.strip();
            words.add(!name.isEmpty() && name.charAt(0) == MARK ? set(kind, name.substring(1)) : word);
        }
        return String.join(",", words);
    }

    private String set(Kind kind, String name) {
        Map<String, String> sets = all(kind);
        String list = sets.get(name);
        if (list == null) {
            throw RunbenchException
                    .badInput("--" + kind.word() + " @" + Printable.of(name) + ": there is no such set in " + file)
                    .remedy(sets.isEmpty()
                            ? "write into this file: [" + kind.word() + "], and below it "
                                    + (name.matches("[A-Za-z0-9_-]+") ? name : "mine") + " = \"" + kind.example + "\""
                            : "sets of " + kind.word() + ": "
                                    + String.join(", ", sets.keySet().stream().map(s -> MARK + s).toList()));
        }
        return list;
    }

    /**
     * Returns the lists by name, in the order of the file; empty if it does not exist.
     *
     * @throws RunbenchException exit code 2: the file is malformed
     */
    public Map<String, String> all(Kind kind) {
        if (!Files.exists(file)) {
            return Map.of();
        }
        Object table;
        try {
            table = new TomlMapper().readValue(file.toFile(), TOML).getOrDefault(kind.word(), Map.of());
        } catch (IOException e) {
            throw malformed(String.valueOf(e.getMessage()).split("\n")[0], kind).causedBy(e);
        }
        if (!(table instanceof Map<?, ?> sets)) {
            throw malformed(kind.word() + " is not a table", kind);
        }
        Map<String, String> all = new LinkedHashMap<>();
        sets.forEach((name, list) -> {
            if (!(list instanceof String text) || text.isBlank() || text.indexOf(MARK) >= 0) {
                throw malformed("[" + kind.word() + "] " + name + " is not a list of names in quotation marks", kind);
            }
            all.put(String.valueOf(name), text.strip());
        });
        return all;
    }

    private RunbenchException malformed(String what, Kind kind) {
        return RunbenchException.badInput("sets in " + file + " cannot be read: " + what)
                .remedy("write [" + kind.word() + "], and below it mine = \"" + kind.example + "\"");
    }
}
