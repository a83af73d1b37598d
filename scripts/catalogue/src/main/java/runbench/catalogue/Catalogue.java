package runbench.catalogue;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import runbench.base.error.NearestNames;
import runbench.base.error.RunbenchException;
import runbench.base.home.UserFolders;
import runbench.base.process.IoReason;

/**
 * All known benchmarks: the built-in ones, the user's own in {@code $XDG_CONFIG_HOME/runbench/bench.d/*.toml} (default
 * {@code ~/.config}), and those of files on the command line. A later entry replaces an earlier one with the same id.
 */
public final class Catalogue {
    /** The built-in files, in the order of lists. */
    static final List<String> BUILT_IN = List.of("cint2006.toml", "cfp2006.toml", "bandwidth.toml", "parallel.toml");

    /** First word of the origin of built-in entries. */
    static final String BUILT_IN_ORIGIN = "built-in ";

    private final Map<String, Entry> entries = new LinkedHashMap<>();

    private Catalogue() {
    }

    /** Loads the built-in entries, then the user's, then those of the given files in order. */
    public static Catalogue load(List<Path> extra) {
        return load(userDirectory(), extra);
    }

    static Catalogue load(Path userDirectory, List<Path> extra) {
        Catalogue catalogue = new Catalogue();
        for (String name : BUILT_IN) {
            catalogue.add(BUILT_IN_ORIGIN + name, resource(name));
        }
        List<Path> files = new ArrayList<>();
        if (Files.isDirectory(userDirectory)) {
            try (Stream<Path> found = Files.list(userDirectory)) {
                found.filter(p -> p.toString().endsWith(".toml")).sorted().forEach(files::add);
            } catch (IOException e) {
                throw unreadable(userDirectory, e);
            }
        }
        files.addAll(extra);
        for (Path file : files) {
            try {
                catalogue.add(file.toString(), Files.readString(file));
            } catch (IOException e) {
                throw unreadable(file, e);
            }
        }
        return catalogue;
    }

    /** Returns all entries: the built-in ones in their order, then the user's own. */
    public Collection<Entry> entries() {
        return List.copyOf(entries.values());
    }

    /**
     * Returns the entry of an id or alias, or of a unique number ({@code 403}) or name ({@code gcc}) of an id.
     *
     * @throws RunbenchException (bad input) there is none; the remedy holds the nearest names
     */
    public Entry find(String name) {
        Entry exact = entries.get(name);
        if (exact != null) {
            return exact;
        }
        Map<String, List<Entry>> names = names();
        List<Entry> found = named(name, names);
        if (found.size() == 1) {
            return found.get(0);
        }
        if (found.size() > 1) {
            String ids = String.join(" or ", found.stream().map(Entry::id).toList());
            throw RunbenchException.badInput("'" + name + "' stands for more than one benchmark")
                    .remedy("name one: " + ids);
        }
        List<String> nearest = nearest(name);
        String remedy = nearest.isEmpty() ? "" : "did you mean " + String.join(" or ", nearest) + "? ";
        throw RunbenchException.badInput("no benchmark is called '" + name + "'")
                .remedy(remedy + "'runbench list' shows all");
    }

    /**
     * Returns the entries with a text in id, aliases or title.
     *
     * @param text text in any case; null: all entries
     * @throws RunbenchException (bad input) there is none; the remedy holds the nearest names
     */
    public List<Entry> matching(String text) {
        List<Entry> found = entries.values().stream().filter(e -> text == null || e.contains(text)).toList();
        if (found.isEmpty() && text != null) {
            List<String> nearest = nearest(text);
            String remedy = nearest.isEmpty() ? "" : "did you mean " + String.join(" or ", nearest) + "? ";
            throw RunbenchException.badInput("no benchmark has '" + text + "' in its id, aliases or title")
                    .remedy(remedy + "'runbench list' shows all");
        }
        return found;
    }

    /** Returns whether one or more entries match a name. */
    public boolean knows(String name) {
        return entries.containsKey(name) || !named(name, names()).isEmpty();
    }

    private static List<Entry> named(String name, Map<String, List<Entry>> names) {
        return names.getOrDefault(name.toLowerCase(Locale.ROOT), List.of());
    }

    /** Returns the ids that are similar to a word; may be empty. */
    public List<String> nearest(String word) {
        Map<String, List<Entry>> names = names();
        return NearestNames.of(word, names.keySet())
                .stream()
                .flatMap(n -> names.get(n).stream())
                .map(Entry::id)
                .distinct()
                .limit(3)
                .toList();
    }

    private Map<String, List<Entry>> names() {
        Map<String, List<Entry>> names = new TreeMap<>();
        for (Entry e : entries.values()) {
            List<String> own = new ArrayList<>(e.aliases());
            own.add(e.id());
            int dot = e.id().indexOf('.');
            if (dot > 0 && e.id().substring(0, dot).chars().allMatch(Character::isDigit)) {
                own.add(e.id().substring(0, dot));
                own.add(e.id().substring(dot + 1));
            }
            own.stream()
                    .map(n -> n.toLowerCase(Locale.ROOT))
                    .distinct()
                    .forEach(n -> names.computeIfAbsent(n, k -> new ArrayList<>()).add(e));
        }
        return names;
    }

    private void add(String file, String text) {
        for (Entry entry : new EntryReader(file, text).read()) {
            entries.put(entry.id(), entry);
        }
    }

    /** Returns a file of the built-in catalogue. */
    static String resource(String name) {
        try (InputStream in = Catalogue.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("the build lacks the resource " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path userDirectory() {
        return UserFolders.config().resolve("bench.d");
    }

    private static RunbenchException unreadable(Path file, IOException e) {
        return RunbenchException.badInput("cannot read the catalogue " + file + ": " + IoReason.of(e))
                .remedy("name a catalogue file (TOML) that exists and that you may read: ls -l " + file)
                .causedBy(e);
    }
}
