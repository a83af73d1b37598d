package runbench.sync.eventlog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.error.RunbenchException;
import runbench.base.progress.Progress;
import runbench.base.timeline.ReferenceTime.How;
import runbench.base.timeline.Timeline;
import runbench.sync.eventlog.LogMerge.LogSource;

/** Reads damaged or hostile log files. */
@Tag("scenario")
@Tag("beside")
class BrokenFilesTest {
    private static final int NODES = 3;
    private static final int EVENTS = 60;
    /** Number of mutations; ten thousand find no more, but take half a minute. */
    private static final int ROUNDS = Integer.getInteger("runbench.mutations", 300);
    private static final Timeline MODEL = (stamp, out) -> out.set(stamp, 10, -100, 100, How.INTERPOLATED);
    @TempDir
    private Path folder;

    /**
     * The other nodes' events are complete and in order. The damaged file contributes only events that it contained.
     */
    @Test
    void damagedFileDoesNotAffectTheOthers() throws IOException {
        GeneratedLogs.write(folder, EVENTS, NODES, 500);
        List<Path> files;
        try (var all = Files.list(folder)) {
            files = all.sorted().toList();
        }
        Map<Path, byte[]> whole = new HashMap<>();
        long[] events = new long[NODES];
        for (int n = 0; n < NODES; n++) {
            whole.put(files.get(n), Files.readAllBytes(files.get(n)));
            events[n] = LogFile.open(files.get(n)).events();
        }
        Random random = new Random(3);
        int refused = 0;
        int remarked = 0;
        for (int round = 0; round < ROUNDS; round++) {
            Path broken = files.get(round % NODES);
            Files.write(broken, mutated(whole.get(broken), random));
            LogFolder log = LogFolder.in(folder);
            refused += NODES - log.files().size();
            remarked += log.remarks().isEmpty() ? 0 : 1;
            long[] shown = new long[NODES];
            long[] last = {Long.MIN_VALUE};
            LogMerge.causal(log.files()
                    .stream()
                    .map(f -> new LogSource(f, MODEL, f.path().toString(), f.path().toString()))
                    .toList(), e -> {
                        shown[files.indexOf(e.source().file().path())]++;
                        if (e.shownNanos() < last[0]) {
                            throw new AssertionError("out of order");
                        }
                        last[0] = e.shownNanos();
                    }, Progress.NONE);
            for (int n = 0; n < NODES; n++) {
                if (files.get(n).equals(broken) ? shown[n] > events[n] : shown[n] != events[n]) {
                    throw new AssertionError(
                            "round " + round + ": " + shown[n] + " of " + events[n] + " events of " + files.get(n));
                }
            }
            Files.write(broken, whole.get(broken));
        }
        assertThat(refused).isGreaterThan(ROUNDS / 30);
        assertThat(remarked).isGreaterThan(ROUNDS * 4 / 5);
    }

    private static byte[] mutated(byte[] whole, Random random) {
        byte[] bytes = whole.clone();
        for (int i = random.nextInt(4); i >= 0; i--) {
            int at = random.nextInt(3) == 0 ? random.nextInt(Math.min(256, bytes.length))
                    : random.nextInt(bytes.length);
            if (random.nextInt(3) == 0) {
                bytes[at] ^= (byte) (1 << random.nextInt(8));
            } else {
                random.nextBytes(bytes);
                System.arraycopy(whole, 0, bytes, 0, at);
                int end = Math.min(bytes.length, at + 1 + random.nextInt(16));
                System.arraycopy(whole, end, bytes, end, bytes.length - end);
            }
        }
        return random.nextInt(6) == 0 ? Arrays.copyOf(bytes, random.nextInt(bytes.length)) : bytes;
    }

    @Test
    void rejectsOtherFilesWithAMessage() throws IOException {
        Path file = folder.resolve("x.rblog");
        for (byte[] bytes : new byte[][]{{}, {1}, new byte[64], "not a log".getBytes(StandardCharsets.UTF_8)}) {
            Files.write(file, bytes);
            assertThat(catchThrowable(() -> LogFile.open(file))).isInstanceOf(RunbenchException.class);
        }
    }
}
