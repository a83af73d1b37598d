package runbench.sync.eventlog;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.sync.eventlog.LogType.LogKind;
import runbench.sync.eventlog.LogType.LogWhat;

/** A file that arrives in pieces shows the events of the whole file. */
@Tag("scenario")
@Tag("beside")
class LogStreamTest {
    private static final int EVENTS = 1000;

    @TempDir
    private Path dir;
    private final Random random = new Random(11);

    private byte[] written() throws IOException {
        try (WrittenLog log = new WrittenLog(dir.resolve("a.rblog"), "host", 4711, 4712)) {
            for (int i = 0; i < EVENTS; i++) {
                log.event(1_000_000L + i * 10L, i % 2 == 0 ? LogWhat.SEND : LogWhat.POINT,
                        i % 2 == 0 ? LogKind.MESSAGE : LogKind.POINT, "type" + i % 5, i);
            }
        }
        return Files.readAllBytes(dir.resolve("a.rblog"));
    }

    private static String text(LogCursor c) {
        return c.timeNanos() + " " + c.type() + " " + c.what() + " " + c.id() + " " + c.tid() + " " + c.comment();
    }

    private static void drain(LogStream stream, List<String> into) {
        while (stream.advance()) {
            into.add(text(stream.cursor()));
        }
    }

    @Test
    void piecesOfAnySizeGiveTheSameEvents() throws IOException {
        byte[] bytes = written();
        List<String> whole = new ArrayList<>();
        try (LogCursor c = LogFile.open(dir.resolve("a.rblog")).cursor()) {
            while (c.advance()) {
                whole.add(text(c));
            }
        }
        assertThat(whole).hasSize(EVENTS);
        for (int most : new int[]{1, 63, 64, 65, 1000, 1 << 20}) {
            LogStream stream = new LogStream("a.rblog");
            List<String> seen = new ArrayList<>();
            for (int at = 0; at < bytes.length;) {
                int n = Math.min(bytes.length - at, most == 1 ? 1 : 1 + random.nextInt(most));
                stream.append(bytes, at, n);
                at += n;
                // Some pieces are not read immediately.
                if (random.nextInt(3) > 0 || at == bytes.length) {
                    drain(stream, seen);
                }
            }
            assertThat(seen).isEqualTo(whole);
            assertThat(stream.damage()).isEmpty();
            assertThat(stream.pid()).isEqualTo(4711);
        }
    }

    @Test
    void damageEndsTheFileWithoutAnException() throws IOException {
        byte[] bytes = Arrays.copyOf(written(), 2500);
        int noticed = 0;
        for (int m = 0; m < 2_000; m++) {
            byte[] copy = bytes.clone();
            for (int k = 0; k <= m % 4; k++) {
                copy[random.nextInt(copy.length)] = (byte) random.nextInt(256);
            }
            LogStream stream = new LogStream("a.rblog");
            List<String> seen = new ArrayList<>();
            stream.append(copy, 0, 1000);
            drain(stream, seen);
            stream.append(copy, 1000, copy.length - 1000);
            drain(stream, seen);
            assertThat(seen.size()).isLessThan(100);
            noticed += stream.damage().isPresent() ? 1 : 0;
        }
        assertThat(noticed).isGreaterThan(200);
    }
}
