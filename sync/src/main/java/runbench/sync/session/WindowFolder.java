package runbench.sync.session;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import runbench.base.file.OutputFile;
import runbench.sync.model.NodeModels;

/** Writes {@code window-TIME/}: a window's raw exchanges, and {@code window.json} with its results. */
final class WindowFolder {
    private static final DateTimeFormatter NAME = DateTimeFormatter
            .ofPattern("'window-'yyyyMMdd'T'HHmmss.SSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);
    private static final ObjectMapper JSON = new ObjectMapper().configure(SerializationFeature.INDENT_OUTPUT, true);

    private WindowFolder() {
    }

    /** Returns the folder for a window that begins now. */
    static Path of(NodeModels models, Instant begin) {
        return models.folder().resolve(NAME.format(begin));
    }

    static void write(Path folder, WindowReport report) throws IOException {
        OutputFile.write(folder.resolve("window.json"), JSON.writeValueAsString(WindowJson.of(report)) + "\n");
    }
}
