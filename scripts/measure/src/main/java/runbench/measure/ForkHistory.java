package runbench.measure;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import runbench.base.file.OutputFile;
import runbench.base.home.UserFolders;
import runbench.parser.stats.RunSummary;
import runbench.sampler.run.CounterScope;
import runbench.sampler.run.CounterScope.ScopeRequest;

/**
 * The number of forks in the last run of each command, kept per user. It selects the counter scope of the next run,
 * because forks are known only after a run.
 */
final class ForkHistory {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String COMMAND = "command";

    private final Path file;
    private final List<String> command;

    private ForkHistory(Path folder, List<String> command) {
        CRC32 sum = new CRC32();
        sum.update(String.join("\0", command).getBytes(StandardCharsets.UTF_8));
        file = folder.resolve(HexFormat.of().toHexDigits((int) sum.getValue()) + ".json");
        this.command = List.copyOf(command);
    }

    /** Returns the history of a command in {@code $XDG_CACHE_HOME/runbench/forks}. */
    static ForkHistory of(List<String> command) {
        return in(UserFolders.cache().resolve("forks"), command);
    }

    static ForkHistory in(Path folder, List<String> command) {
        return new ForkHistory(folder, command);
    }

    /** Adds the forks of the last run to a scope request that needs them. */
    ScopeRequest request(CounterScope asked) {
        if (asked != CounterScope.AUTO || !Files.exists(file)) {
            return new ScopeRequest(asked, 0, 0);
        }
        try {
            JsonNode kept = JSON.readTree(file.toFile());
            boolean same = JSON.valueToTree(command).equals(kept.path(COMMAND));
            return new ScopeRequest(asked, same ? kept.path("forks").asLong() : 0,
                    same ? kept.path("run_ns").asLong() : 0);
        } catch (IOException e) {
            return new ScopeRequest(asked, 0, 0); // an unreadable file counts as no history; the next run rewrites it
        }
    }

    /**
     * Writes the forks of a finished run. If the file cannot be written, the next run chooses without it and reports
     * that.
     *
     * @param summary summary of the run; null: there is none
     */
    void keep(RunSummary summary) {
        if (summary == null || summary.whose() == null || summary.whose().forks() == null || summary.runS() == null) {
            return;
        }
        try {
            Files.createDirectories(file.getParent());
            OutputFile.write(file, JSON.writeValueAsBytes(Map.of(COMMAND, command, "forks", summary.whose().forks(),
                    "run_ns", Math.round(summary.runS() * 1e9))));
        } catch (IOException e) {
            return;
        }
    }
}
