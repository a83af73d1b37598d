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

/** How much a command forked when it ran last, kept for this user: that it forks much can only be known when it has. */
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

    /** Kept in {@code $XDG_CACHE_HOME/runbench/forks}. */
    static ForkHistory of(List<String> command) {
        return in(UserFolders.cache().resolve("forks"), command);
    }

    static ForkHistory in(Path folder, List<String> command) {
        return new ForkHistory(folder, command);
    }

    /** With what is known of the last run, where that is needed for choosing. */
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
            return new ScopeRequest(asked, 0, 0); // as if there had been none; it is written anew
        }
    }

    /** Where it cannot be kept the next run chooses without it, and says so. @param summary null where there is none */
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
