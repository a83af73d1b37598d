package runbench.livelog;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The stored files of a node across reconnects. The bytes are no log; the decoder's tests are those of LogStream. */
class NodeFilesTest {
    private static final String FILE = "host-1-0.rblog";

    @TempDir
    private Path folder;
    private final List<String> problems = new ArrayList<>();
    private NodeFiles files;

    @BeforeEach
    void open() throws IOException {
        files = new NodeFiles("a", folder, events -> { throw new AssertionError("no events are in these files"); },
                problems::add);
    }

    @AfterEach
    void close() throws IOException {
        files.close();
    }

    private long append(long offset, String text) throws IOException {
        return files.append(FILE, offset, text.getBytes(StandardCharsets.US_ASCII));
    }

    @Test
    void bytesThatARelaySendsAgainAfterAReconnectAreStoredOnce() throws IOException {
        assertThat(append(0, "abcd")).isEqualTo(NodeFiles.KEPT);
        assertThat(append(2, "cdef")).isEqualTo(NodeFiles.KEPT);
        assertThat(append(0, "ab")).isEqualTo(NodeFiles.KEPT);
        assertThat(Files.readString(folder.resolve(FILE))).isEqualTo("abcdef");
        assertThat(files.lengths()).isEqualTo(Map.of(FILE, 6L));
    }

    @Test
    void aGapIsReportedWithThePositionToContinueFrom() throws IOException {
        append(0, "abcd");
        assertThat(append(6, "gh")).isEqualTo(4);
        assertThat(append(-1, "x")).isEqualTo(4);
        assertThat(Files.readString(folder.resolve(FILE))).isEqualTo("abcd");
    }

    @Test
    void storedFilesDetermineWhereAResumedReceiverContinues() throws IOException {
        append(0, "abcd");
        try (NodeFiles resumed = new NodeFiles("a", folder, events -> {}, problems::add)) {
            resumed.readStored();
            assertThat(resumed.lengths()).isEqualTo(Map.of(FILE, 4L));
        }
    }

    @Test
    void onlyPlainNamesOfLogsAreAccepted() {
        assertThat(files.isAcceptable(FILE)).isTrue();
        for (String name : List.of("../" + FILE, "/etc/" + FILE, ".hidden.rblog", "x/y.rblog", "notes.txt", "",
                "a".repeat(300) + ".rblog")) {
            assertThat(files.isAcceptable(name)).as(name).isFalse();
        }
    }

    @Test
    void damageIsReportedOnce() throws IOException {
        append(0, "x".repeat(200));
        append(200, "x".repeat(200));
        assertThat(problems).hasSize(1).first().asString().contains("kept, but not shown");
        assertThat(Files.size(folder.resolve(FILE))).isEqualTo(400);
    }

    @Test
    void aFileWithoutACountMakesTheNumberOfDroppedEventsALowerBound() throws IOException {
        assertThat(files.dropped(-1, 3)).isEqualTo(new ServerEnd.Dropped(3, false));
        append(0, "");
        assertThat(files.dropped(-1, 3)).isEqualTo(new ServerEnd.Dropped(3, true));
    }
}
