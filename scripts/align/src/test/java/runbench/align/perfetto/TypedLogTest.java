package runbench.align.perfetto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.align.log.LogReading;
import runbench.align.perfetto.DecodedArchive.DecodedFile;
import runbench.align.perfetto.DecodedArchive.Event;
import runbench.align.perfetto.DecodedArchive.Track;
import runbench.base.progress.Progress;
import runbench.sync.eventlog.LogFolder;

/** Counters and overlapping spans of a log in a Perfetto file. */
@Tag("scenario")
@Tag("beside")
class TypedLogTest {
    private static final Path PROGRAM = Path.of(System.getProperty("runbench.home", "."))
            .toAbsolutePath()
            .resolve("native/build/eventlog/typed");
    private static final int BEGIN = 1;
    private static final int END = 2;
    private static final int COUNTER = 4;
    @TempDir
    private Path folder;

    @Test
    void spansOfOneNameHaveTracksWithoutOverlapAndCountersTheirValues() throws Exception {
        assumeTrue(Files.isExecutable(PROGRAM), "not built: make -C native");
        ProcessBuilder program = new ProcessBuilder(PROGRAM.toString()).redirectOutput(folder.resolve("out").toFile());
        program.environment().put("RB_EVENTLOG", folder.resolve(LogFolder.NAME).toString());
        assertThat(program.start().waitFor(20, TimeUnit.SECONDS)).isTrue();
        Path file = folder.resolve("log.pftrace");
        PerfettoLog.write(LogReading.of(folder).sources(), file, Progress.NONE);
        DecodedFile trace = DecodedArchive.file(file);
        Track depth = trace.track("depth");
        assertThat(trace.on(depth.uuid(), COUNTER)).extracting(Event::value).containsExactly(0.0, 1.5, 3.0);
        Track request = trace.track("span request");
        assertThat(trace.slices(request.uuid())).hasSize(1)
                .allMatch(s -> s.name().equals("request") && s.to() > s.from());
        // The second query begins after the end of the first one, and takes its track; it does not end.
        List<Track> queries = trace.tracks().values().stream().filter(t -> "span query".equals(t.name())).toList();
        assertThat(queries).hasSize(1);
        assertThat(trace.on(queries.get(0).uuid(), BEGIN)).hasSize(2);
        assertThat(trace.on(queries.get(0).uuid(), END)).hasSize(1);
        assertThat(DecodedArchive.protoc(file)).contains("503").contains("warning").contains("severity");
    }
}
