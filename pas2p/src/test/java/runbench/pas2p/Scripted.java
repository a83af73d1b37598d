package runbench.pas2p;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import runbench.pas2p.trace.MpiOp;
import runbench.pas2p.trace.MpiTrace;
import runbench.pas2p.trace.TraceWriter;

/**
 * Traces in the notation of the thesis: "+K" or "K" is a send to process K, "-K" a receive from process K, "*" a
 * barrier.
 */
public final class Scripted {
    private static final long STEP = 1_000;

    private Scripted() {
    }

    public static MpiTrace trace(Path directory, String... processes) {
        return trace(directory, 8, processes);
    }

    public static MpiTrace trace(Path directory, long bytes, String... processes) {
        write(directory, bytes, processes);
        return MpiTrace.open(directory);
    }

    public static void write(Path directory, long bytes, String... processes) {
        for (int rank = 0; rank < processes.length; rank++) {
            try (TraceWriter writer = new TraceWriter(directory, rank, processes.length, Map.of("source", "test"))) {
                writer.communicator(TraceWriter.WORLD, processes.length, rank, 0x1234);
                writer.init(0, STEP);
                long now = 2 * STEP;
                int barriers = 0;
                for (String event : events(processes[rank])) {
                    if (event.equals("*")) {
                        writer.collective(MpiOp.BARRIER, -1, TraceWriter.WORLD, barriers++, 0, now, now + STEP);
                    } else {
                        int peer = Integer.parseInt(event);
                        if (peer > 0) {
                            writer.send(MpiOp.SEND, peer - 1, 0, TraceWriter.WORLD, bytes, now, now + STEP);
                        } else {
                            writer.receive(MpiOp.RECV, -peer - 1, 0, TraceWriter.WORLD, bytes, now, now + STEP);
                        }
                    }
                    now += 2 * STEP;
                }
                writer.finalizeAt(now);
                writer.end(Map.of());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static List<String> events(String process) {
        List<String> events = new ArrayList<>();
        for (String e : process.trim().split("\\s+")) {
            if (!e.isEmpty()) {
                events.add(e);
            }
        }
        return events;
    }
}
