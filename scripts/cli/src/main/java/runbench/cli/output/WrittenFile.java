package runbench.cli.output;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The result of a command that writes one file or folder for another program, as {@code --json} prints it.
 *
 * @param file the file or folder
 * @param counts numbers of the written items, by kind, in the order in which they are printed
 * @param remarks notes for the user
 */
public record WrittenFile(String file, Map<String, Long> counts, List<String> remarks) {
    public WrittenFile {
        counts = new LinkedHashMap<>(counts);
        remarks = List.copyOf(remarks);
    }

    /** Returns the result of a file without counts or notes. */
    public static WrittenFile of(Path file) {
        return new WrittenFile(file.toString(), Map.of(), List.of());
    }

    /** Returns the result with one more count. */
    public WrittenFile with(String kind, long count) {
        Map<String, Long> more = new LinkedHashMap<>(counts);
        more.put(kind, count);
        return new WrittenFile(file, more, remarks);
    }

    /** Returns the result with these notes. */
    public WrittenFile noting(List<String> notes) {
        return new WrittenFile(file, counts, notes);
    }
}
