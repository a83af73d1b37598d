package runbench.livelog.display;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.sync.live.EmittedLog;
import runbench.sync.live.EventFilter;

/** Streams of an ended log, without sockets. */
class EventStreamTest {
    @TempDir
    private Path folder;
    private EmittedLog log;

    @BeforeEach
    void write() throws IOException {
        log = EmittedLog.append(folder.resolve(EmittedLog.NAME));
        log.add(LiveExamples.events(1, 200));
        log.finish();
    }

    @AfterEach
    void close() throws IOException {
        log.close();
    }

    private String stream(long from, EventFilter filter) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        EventStream stream = new EventStream(log, from, new LineFilter(filter), () -> "{}");
        stream.run(out, () -> false);
        String text = out.toString(StandardCharsets.UTF_8);
        assertThat(stream.sentBytes()).isPositive().isLessThan(text.length());
        return text;
    }

    private static List<Integer> numbers(String stream) {
        return stream.lines()
                .filter(line -> line.startsWith("data: {\"number\":"))
                .map(line -> Integer.parseInt(line.replaceAll("data: \\{\"number\":([0-9]+).*", "$1")))
                .toList();
    }

    @Test
    void aStreamHoldsEachEventOnceAndEndsWithTheStatus() throws Exception {
        String text = stream(1, EventFilter.ALL);
        assertThat(numbers(text)).hasSize(200).isSorted().doesNotHaveDuplicates();
        assertThat(text).startsWith("retry: 500\n\n").endsWith("event: end\ndata: 200\ndata: {}\n\n");
    }

    @Test
    void aReconnectedDisplayContinuesAfterTheLastId() throws Exception {
        assertThat(numbers(stream(70, EventFilter.ALL))).first().isEqualTo(70);
        assertThat(numbers(stream(-5, EventFilter.ALL))).startsWith(196).hasSize(5);
    }

    @Test
    void aFilterAdvancesTheIdOverSkippedEvents() throws Exception {
        String text = stream(1, EventFilter.parse(List.of("node=nowhere")));
        assertThat(numbers(text)).isEmpty();
        assertThat(text).contains("id: 200\n");
    }

    @Test
    void aDisplayThatReadsNothingDelaysNoOther() throws Exception {
        EventStream slow = new EventStream(log, 1, new LineFilter(EventFilter.ALL), () -> "{}");
        assertThat(numbers(stream(1, EventFilter.ALL))).hasSize(200);
        ByteArrayOutputStream late = new ByteArrayOutputStream();
        slow.run(late, () -> false);
        assertThat(numbers(late.toString(StandardCharsets.UTF_8))).hasSize(200);
    }
}
