package runbench.parser.simpoint;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import runbench.base.file.OutputFile;
import runbench.parser.record.EventInfo;

/**
 * The vectors in the format of the emulator (native/emulate/bbv.h). The emulator doubles the interval length of a task
 * during the run. This class merges a task's intervals to the length of its longest one, so that all represent the same
 * number of instructions.
 */
final class RawVectors {
    private static final int MAGIC = 0x31564242;
    private static final int HEAD_BYTES = 16;
    /** Number of intervals per task at which the length doubles, as in native/emulate/bbv.c. */
    private static final int DOUBLE_AT = 2048;

    /** The files of the processes. */
    record Images(Path folder, TreeSet<Integer> numbers) {}

    /** An interval as the emulator wrote it, with the counts of its task at its end. */
    private record Written(int image, long[] counted, int[] executions) {}

    private final long length;
    private final boolean fixed;
    /** Files of the parts of each task; every exec starts a new part. */
    private final Map<Integer, List<Path>> parts = new TreeMap<>();
    private final Images images;

    private RawVectors(Path folder, long length, boolean fixed) {
        this.length = length;
        this.fixed = fixed;
        images = new Images(folder, new TreeSet<>());
    }

    /**
     * Opens the folder of the emulator's files.
     *
     * @return null if the emulator ended before it wrote which file belongs to which task
     */
    static RawVectors open(Path folder) throws IOException {
        Path tasks = folder.resolve("tasks.txt");
        if (!Files.exists(tasks)) {
            return null;
        }
        List<String> lines = Files.readAllLines(tasks);
        String[] first = lines.get(0).split(" ");
        RawVectors raw = new RawVectors(folder, Long.parseLong(first[1]), first[2].equals("fixed"));
        for (String line : lines.subList(1, lines.size())) {
            String[] part = line.split(" ");
            Path file = folder.resolve("task-" + part[0] + ".intervals");
            if (Files.exists(file)) {
                raw.parts.computeIfAbsent(Integer.valueOf(part[1]), t -> new ArrayList<>()).add(file);
            }
        }
        try (var files = Files.list(folder)) {
            files.map(f -> f.getFileName().toString())
                    .filter(n -> n.matches("image-[0-9]+\\.blocks"))
                    .forEach(n -> raw.images.numbers.add(Integer.valueOf(n.replaceAll("[^0-9]", ""))));
        }
        return raw;
    }

    Images images() {
        return images;
    }

    void write(VectorFolder to, List<EventInfo> events, CodeBlocks blocks) throws IOException {
        List<EventInfo> counted = events.stream().filter(EventInfo::counted).toList();
        for (Map.Entry<Integer, List<Path>> task : parts.entrySet()) {
            long common = length;
            for (Path part : task.getValue()) {
                long instructions = instructions(part, counted);
                while (!fixed && instructions / common >= DOUBLE_AT) {
                    common *= 2;
                }
            }
            long intervals = common;
            OutputFile.writeText(to.vectors(task.getKey()),
                    vectors -> OutputFile.writeText(to.counts(task.getKey()), counts -> {
                        CSVPrinter table = new CSVPrinter(counts,
                                CSVFormat.DEFAULT.builder().setRecordSeparator('\n').get());
                        table.print("from_instructions");
                        for (EventInfo e : counted) {
                            table.print(TaskVectors.column(e.name(), e.unit()));
                        }
                        table.println();
                        IntervalWriter writer = new IntervalWriter(vectors, table, counted, blocks, intervals);
                        for (Path part : task.getValue()) {
                            read(part, writer::add);
                            writer.endPart();
                        }
                    }));
        }
    }

    private static long instructions(Path part, List<EventInfo> counted) throws IOException {
        long[] last = {0};
        int at = counted.stream()
                .filter(e -> e.name().equals(TaskVectors.INSTRUCTIONS))
                .findFirst()
                .orElseThrow()
                .values()
                .get(0);
        read(part, (image, values, executions) -> last[0] = values[at]);
        return last[0];
    }

    /** A receiver of intervals. */
    interface Taker {
        /**
         * Processes one interval.
         *
         * @param image number of the process's image
         * @param counted counts of the task at the interval's end
         * @param executions alternating block numbers and execution counts
         */
        void take(int image, long[] counted, int[] executions) throws IOException;
    }

    /** Reads the intervals of a part; a truncated one at its end (a full disk) is skipped. */
    private static void read(Path part, Taker taker) throws IOException {
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(part), 1 << 16))) {
            for (Written w = next(in, part); w != null; w = next(in, part)) {
                taker.take(w.image, w.counted, w.executions);
            }
        }
    }

    private static Written next(DataInputStream in, Path part) throws IOException {
        try {
            ByteBuffer head = bytes(in, HEAD_BYTES);
            if (head.getInt() != MAGIC) {
                throw new IOException(part + " holds no interval where one should begin");
            }
            int image = head.getInt();
            int values = head.getInt();
            int blocks = head.getInt();
            long[] counted = new long[values];
            bytes(in, values * Long.BYTES).asLongBuffer().get(counted);
            int[] executions = new int[2 * blocks];
            bytes(in, executions.length * Integer.BYTES).asIntBuffer().get(executions);
            return new Written(image, counted, executions);
        } catch (EOFException e) {
            return null;
        }
    }

    private static ByteBuffer bytes(DataInputStream in, int n) throws IOException {
        byte[] read = new byte[n];
        in.readFully(read);
        return ByteBuffer.wrap(read).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** A writer that merges intervals to a common length. */
    private static final class IntervalWriter {
        private final Writer vectors;
        private final CSVPrinter table;
        private final List<EventInfo> events;
        private final CodeBlocks blocks;
        private final long length;
        private final int instructions;
        /** Executed instructions, by block id. */
        private final TreeMap<Integer, Long> vector = new TreeMap<>();
        /** Counts since the part's beginning, at the end of the processed data and at the start of the interval. */
        private long[] now;
        private long[] start;
        /** Instructions before this part. */
        private long before;

        /**
         * Creates a writer.
         *
         * @param length instructions per interval
         */
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

        /** Ends a part: the task has ended, or continues in another program whose counts start at 0. */
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
}
