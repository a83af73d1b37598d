package runbench.catalogue;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Optional;

/**
 * One way to run an entry: the original from its tree, an open-source stand-in, or a program of the user's own.
 *
 * @param label what runs, for titles; {@code {version}} stands for the program's version; null for the original
 * @param version how to ask the program for its version, or null
 * @param programs commands whose first line of output names further executables that do the work (recorded too)
 * @param requires commands that end with status 0 where the program can do the runs; {@code ${exe}} is the program
 * @param packages Debian packages that bring the program
 * @param defaultRun name of the run that is meant when none is named
 * @param runs at least one
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Variant(String label, VersionQuery version, List<List<String>> programs, List<List<String>> requires,
        List<String> packages, String defaultRun, List<Run> runs) {

    /** The run of that name, the default one for null. */
    @JsonIgnore
    public Optional<Run> run(String name) {
        String wanted = name == null ? defaultRun : name;
        return runs.stream().filter(r -> r.name().equals(wanted)).findFirst();
    }

    /**
     * {@code command} prints, on either stream, something in which the first group of {@code matches} is the version.
     */
    public record VersionQuery(List<String> command, String matches) {}
}
