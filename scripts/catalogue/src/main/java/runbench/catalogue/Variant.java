package runbench.catalogue;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Optional;
import runbench.parser.claim.Claim;
import runbench.parser.claim.Claim.Characterization;

/**
 * A variant of an entry: the original from its tree, an open-source stand-in, or a program of the user.
 *
 * @param label name of the program, for titles; {@code {version}} stands for the program's version; null for the
 *     original
 * @param kind relation of the program to the original; null for the original
 * @param version query for the version of the program, or null
 * @param programs commands whose first line of output names further executables that do the work (recorded too)
 * @param requires commands that end with status 0 where the program can do the runs; {@code ${exe}} is the program
 * @param cpuFlags instructions that the program needs, as /proc/cpuinfo names them
 * @param packages Debian packages of the program
 * @param defaultRun name of the default run
 * @param runs at least one
 * @param shows structure of the default run over time, in words; null for the original
 * @param claims the same as claims, compared with runs by the gallery
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Variant(String label, Likeness kind, VersionQuery version, List<List<String>> programs,
        List<List<String>> requires, List<String> cpuFlags, List<String> packages, String defaultRun, List<Run> runs,
        String shows, List<Claim> claims) {

    /**
     * Returns the statements about a stand-in's default run; empty if there are none.
     *
     * @param published text about the original; null if there is none
     */
    Optional<Characterization> characterization(String benchmark, Characterization published) {
        if (claims.isEmpty()) {
            return Optional.empty();
        }
        String relative = published == null ? ""
                : published.source() + ": " + published.prose()
                        + (published.relative().isEmpty() ? "" : " Here: " + published.relative() + ".");
        return Optional.of(new Characterization(benchmark,
                "structure of the program: " + label.replace(" of {version}", "").replace(" {version}", ""),
                String.join(" ", run(null).orElseThrow().argv()), Characterizations.EVENT, shows, relative, true,
                claims));
    }

    /** Returns the run of a name; null: the default run. */
    @JsonIgnore
    public Optional<Run> run(String name) {
        String wanted = name == null ? defaultRun : name;
        return runs.stream().filter(r -> r.name().equals(wanted)).findFirst();
    }

    /**
     * A query for a version.
     *
     * @param command prints the version on one of its output streams
     * @param matches regular expression whose first group is the version
     */
    public record VersionQuery(List<String> command, String matches) {}
}
