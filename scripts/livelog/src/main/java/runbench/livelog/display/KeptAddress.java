package runbench.livelog.display;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import runbench.base.error.RunbenchException;
import runbench.base.file.OutputFile;
import runbench.base.file.PrivateFile;
import runbench.base.json.Fields;
import runbench.base.json.Json;
import runbench.sync.live.EmittedLog;

/**
 * Where a log's displays find it, kept in its folder for its owner's eyes alone: a receiver that is started again
 * listens there again with the same token, and displays that were open go on.
 */
public final class KeptAddress {
    private static final String NAME = "display.json";

    private KeptAddress() {
    }

    /**
     * Serves a log where it was served before, if that was for the same address and can be had.
     *
     * @param folder of the log
     * @throws RunbenchException nobody can listen there
     */
    public static DisplayServer serve(Path folder, ListenAddress at, EmittedLog log, LogControl control)
            throws IOException {
        Path file = folder.resolve(NAME);
        Fields kept = kept(file);
        AccessToken token = kept.has("token") ? new AccessToken(kept.text("token")) : AccessToken.random();
        DisplayServer server = open(kept, at, log, control, token);
        PrivateFile.reserve(file);
        OutputFile.write(file, Json.text(Map.of("host", at.host(), "port", server.port(), "token", token.text()))
                .getBytes(StandardCharsets.UTF_8));
        return server;
    }

    private static DisplayServer open(Fields kept, ListenAddress at, EmittedLog log, LogControl control,
            AccessToken token) {
        if (at.port() == 0 && kept.numberOr("port", 0) > 0 && kept.textOr("host", "").equals(at.host())) {
            try {
                return DisplayServer.open(new ListenAddress(at.host(), (int) kept.number("port")), log, control, token);
            } catch (RunbenchException taken) {
                // Somebody else listens there by now: displays are opened anew.
            }
        }
        return DisplayServer.open(at, log, control, token);
    }

    /** Empty where there is none, or none that could be used. */
    private static Fields kept(Path file) {
        try {
            Fields kept = Fields.ofFile(Json.object(Files.readString(file)), file);
            new AccessToken(kept.text("token"));
            return kept;
        } catch (IOException | IllegalArgumentException | RunbenchException none) {
            return Fields.ofFile(Map.of(), file);
        }
    }
}
