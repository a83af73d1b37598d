package runbench.sync.eventlog;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import runbench.sync.eventlog.LogType.LogKind;
import runbench.sync.eventlog.LogType.LogWhat;

/**
 * Writes logs for measurements of the merge: a token that circulates among nodes with wrong clocks, and other events.
 */
final class GeneratedLogs {
    private GeneratedLogs() {
    }

    /**
     * Writes the files.
     *
     * @param args folder, events, nodes, error of the clocks in ns
     */
    public static void main(String[] args) throws IOException {
        write(Files.createDirectories(Path.of(args[0])), Integer.parseInt(args[1]), Integer.parseInt(args[2]),
                Long.parseLong(args[3]));
    }

    static void write(Path folder, int events, int nodes, long errorNanos) throws IOException {
        Random random = new Random(1);
        WrittenLog[] logs = new WrittenLog[nodes];
        long[] off = new long[nodes];
        for (int n = 0; n < nodes; n++) {
            logs[n] = new WrittenLog(folder.resolve("n" + n + "-" + (100 + n) + "-001.rblog"), "n" + n, 100 + n,
                    200 + n);
            off[n] = errorNanos == 0 ? 0 : random.nextLong(-errorNanos, errorNanos + 1);
        }
        long at = 1_000_000_000;
        int written = 0;
        for (long hop = 1; written < events; hop++) {
            int from = (int) ((hop - 1) % nodes);
            int to = (int) (hop % nodes);
            logs[from].send(at + off[from], hop);
            at += 2_000 + random.nextInt(10_000);
            logs[to].receive(at + off[to], hop);
            at += 500 + random.nextInt(1_000);
            logs[to].event(at + off[to], LogWhat.POINT, LogKind.POINT, "work", 0, "step " + hop);
            at += 500 + random.nextInt(1_000);
            written += 3;
        }
        for (WrittenLog log : logs) {
            log.close();
        }
    }
}
