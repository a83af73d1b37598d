package runbench.livelog;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import runbench.base.error.RunbenchException;
import runbench.base.file.OutputFile;
import runbench.base.file.PrivateFile;
import runbench.base.json.Json;
import runbench.sync.live.EmittedLog;

/**
 * The folder of a live log, and the names of the files in it. Only its owner can read the files.
 *
 * @param path the folder
 */
public record LogStore(Path path) {
    /** Name of the file of events in their final order, written after the run. */
    public static final String MERGED = "merged.ndjson";
    private static final String RECORD = "log.json";

    /** Returns whether a folder is that of a live log. */
    public static boolean isStore(Path path) {
        return Files.isRegularFile(path.resolve(RECORD)) && Files.isDirectory(path.resolve("nodes"));
    }

    /** Returns the file of the {@link LogRecord}. */
    public Path record() {
        return path.resolve(RECORD);
    }

    /** Returns the folder of a node's logs, which have the time of the node's clock. */
    public Path node(String name) {
        return path.resolve("nodes").resolve(name);
    }

    /** Returns the folder of clock measurements and models, as {@code runbench sync measure} writes them. */
    public Path clocks() {
        return path.resolve("clocks");
    }

    public Path model(String node) {
        return clocks().resolve(node + ".model.json");
    }

    public Path emitted() {
        return path.resolve(EmittedLog.NAME);
    }

    public Path merged() {
        return path.resolve(MERGED);
    }

    /** Returns the file of the states of the nodes' machines. */
    public Path machines() {
        return path.resolve("machines.ndjson");
    }

    /** @throws RunbenchException (bad input) the folder holds a log already */
    static LogStore make(Path path) throws IOException {
        if (Files.exists(path.resolve(RECORD))) {
            throw RunbenchException.badInput(path + ": holds a live log already")
                    .remedy("-o NEW-FOLDER; or, if its receiver was killed, runbench log run --resume " + path);
        }
        LogStore store = new LogStore(path);
        PrivateFile.folder(path.resolve("nodes"));
        PrivateFile.folder(store.clocks());
        for (Path file : List.of(store.record(), store.merged())) {
            PrivateFile.reserve(file);
        }
        return store;
    }

    void write(LogRecord record) throws IOException {
        OutputFile.write(record(), Json.text(record.members()));
    }

    /** @throws RunbenchException (bad input) the folder holds no log, or it is not readable */
    public LogRecord read() {
        try {
            Map<String, Object> members = Json.object(Files.readString(record()));
            return LogRecord.of(members);
        } catch (IOException | RuntimeException e) {
            throw RunbenchException.badInput(path + ": is no live log: " + e.getMessage())
                    .causedBy(e)
                    .remedy("name the folder that runbench log run wrote (-o)");
        }
    }
}
