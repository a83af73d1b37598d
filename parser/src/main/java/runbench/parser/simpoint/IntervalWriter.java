package runbench.parser.simpoint;

import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.TreeMap;
import org.apache.commons.csv.CSVPrinter;
import runbench.parser.record.EventInfo;

/** Puts intervals together to those of one length, and writes them. */
final class IntervalWriter {
    private final Writer vectors;
    private final CSVPrinter table;
    private final List<EventInfo> events;
    private final CodeBlocks blocks;
    private final long length;
    private final int instructions;
    /** Executed instructions by block's id. */
    private final TreeMap<Integer, Long> vector = new TreeMap<>();
    /** Counts at the end of what has been taken, and at the start of the interval, since the part's beginning. */
    private long[] now;
    private long[] start;
    /** Instructions before this part. */
    private long before;

    /** @param length instructions of an interval */
    IntervalWriter(Writer vectors, CSVPrinter table, List<EventInfo> events, CodeBlocks blocks, long length) {
        this.vectors = vectors;
        this.table = table;
        this.events = events;
        this.blocks = blocks;
        this.length = length;
        instructions = events.stream()
                .filter(e -> e.name().equals(TaskVectors.INSTRUCTIONS))
                .findFirst()
                .orElseThrow()
                .values()
                .get(0);
    }

    void add(int image, long[] counted, int[] executions) throws IOException {
        if (now == null) {
            now = new long[counted.length];
            start = now;
        } else if (now[instructions] / length > start[instructions] / length) {
            write();
        }
        for (int i = 0; i < executions.length; i += 2) {
            int id = blocks.id(image, executions[i]);
            long times = Integer.toUnsignedLong(executions[i + 1]);
            blocks.execute(id, times);
            vector.merge(id, times * blocks.instructions(id), Long::sum);
        }
        now = counted;
    }

    /** The task goes on in another program, whose counts begin anew, or has ended. */
    void endPart() throws IOException {
        write();
        before += now == null ? 0 : now[instructions];
        now = null;
    }

    private void write() throws IOException {
        if (now == null || vector.isEmpty()) {
            return;
        }
        vectors.write(SimPointFormat.line(vector));
        table.print(before + start[instructions]);
        for (EventInfo e : events) {
            table.print(e.values().stream().mapToLong(v -> now[v] - start[v]).sum());
        }
        table.println();
        vector.clear();
        start = now;
    }
}
