package runbench.sync.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.timeline.ReferenceTime;
import runbench.sync.eventlog.LogType;
import runbench.sync.eventlog.LogType.LogKind;
import runbench.sync.eventlog.LogType.LogWhat;

/** Parses hostile or damaged lines. */
@Tag("scenario")
@Tag("beside")
class BrokenLogsTest {
    private static final int EVENTS = 40;
    /** Number of mutations; ten thousand find no more, but take half a minute. */
    private static final int ROUNDS = Integer.getInteger("runbench.mutations", 500);
    @TempDir
    private Path folder;

    private static LiveEvent event(int number) {
        return new LiveEvent(number, "n" + number % 3, 7, 8, 1000L * number, 5000L * number,
                new LogType("token", LogKind.MESSAGE, 0xff), number % 2 == 0 ? LogWhat.SEND : LogWhat.RECEIVE, number,
                "comment \"" + number + "\" é",
                new ReferenceTime(1000L * number, 3, -9, 9, ReferenceTime.How.PREDICTED), 0, false);
    }

    private static byte[] mutated(byte[] whole, Random random) {
        byte[] bytes = whole.clone();
        for (int i = random.nextInt(4); i >= 0; i--) {
            int at = random.nextInt(bytes.length);
            switch (random.nextInt(4)) {
                case 0 -> bytes[at] = (byte) random.nextInt(256);
                case 1 -> bytes[at] = (byte) "{}[]\":,\\0-9eE\n".charAt(random.nextInt(14));
                case 2 -> System.arraycopy(whole, 0, bytes, at, Math.min(random.nextInt(40), bytes.length - at));
                default -> bytes[at] ^= (byte) (1 << random.nextInt(8));
            }
        }
        return random.nextInt(8) == 0 ? Arrays.copyOf(bytes, random.nextInt(bytes.length)) : bytes;
    }

    /** A line is an event or is rejected; the lines around it remain. */
    @Test
    void readsAllIntactLinesOfAMutatedFile() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int n = 1; n <= EVENTS; n++) {
            text.append(LiveLine.of(event(n))).append('\n');
        }
        byte[] whole = text.toString().getBytes(StandardCharsets.UTF_8);
        Random random = new Random(5);
        Path file = folder.resolve(EmittedLog.NAME);
        long refused = 0;
        for (int round = 0; round < ROUNDS; round++) {
            byte[] broken = mutated(whole, random);
            Files.write(file, broken);
            int intact = 0;
            try (EmittedLog log = EmittedLog.read(file)) {
                for (String line : log.lines(1, Integer.MAX_VALUE)) {
                    try {
                        LiveEvent e = LiveLine.parse(line);
                        intact += e.number() >= 1 && e.number() <= EVENTS && e.equals(event((int) e.number())) ? 1 : 0;
                    } catch (IOException e) {
                        refused++;
                    }
                }
            }
            // Four mutations of at most forty bytes affect at most two lines each.
            int cut = (int) new String(broken, StandardCharsets.UTF_8).lines().count();
            assertThat(intact).as("round %d", round).isGreaterThanOrEqualTo(Math.min(EVENTS, cut - 1) - 8);
        }
        assertThat(refused).isGreaterThan(ROUNDS / 4);
    }

    @Test
    void rejectsNumbersOutOfRange() {
        String good = LiveLine.of(event(1));
        for (String wrong : new String[]{"", "null", "[]", "7", "{}",
                good.replace("\"what\":\"receive\"", "\"what\":\"x\""),
                good.replace("\"type\":\"token\"", "\"type\":7"), good.replace("\"id\":\"1\"", "\"id\":\"-1\""),
                good.replace("#0000ff", "#"), good.replace("\"comment\":\"", "\"comment\":7,\"x\":\""),
                good.replace("\"how\":\"predicted\"", "\"how\":\"guessed\"")}) {
            assertThat(catchThrowable(() -> LiveLine.parse(wrong))).as(wrong).isInstanceOf(IOException.class);
        }
    }
}
