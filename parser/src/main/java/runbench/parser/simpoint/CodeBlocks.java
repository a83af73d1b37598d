package runbench.parser.simpoint;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import runbench.base.file.OutputFile;
import runbench.parser.symbols.KeptSymbols;
import runbench.parser.symbols.SymbolResolver;

/**
 * The distinct blocks of all processes of a run. A block is identified by its file and the offset in it, or by its
 * address if no file is mapped.
 */
final class CodeBlocks {
    private static final int BLOCK_BYTES = 16;
    private static final int FIRST_PART = 4;
    private static final Comparator<Block> ORDER = Comparator.comparing(Block::file)
            .thenComparing(Block::offset, Long::compareUnsigned)
            .thenComparing(Block::instructions);

    /**
     * The identity of a block.
     *
     * @param file path of the file; empty for memory without a file
     * @param offset offset in the file; the address if there is no file
     * @param instructions number of instructions in the block
     */
    private record Block(String file, long offset, int instructions) {}

    /** A mapping that existed at some time in a process. */
    private record Mapping(long start, long end, long offset, String file) {}

    private final Map<Block, Integer> ids = new HashMap<>();
    private final List<Block> inOrder;
    /** Ids and instruction counts of the blocks, by image. */
    private final Map<Integer, int[]> idOf = new HashMap<>();
    private final long[] executed;

    private CodeBlocks(Map<Integer, List<Block>> images) {
        TreeSet<Block> all = new TreeSet<>(ORDER);
        images.values().forEach(all::addAll);
        inOrder = List.copyOf(all);
        for (Block b : inOrder) {
            ids.put(b, ids.size() + 1); // SimPoint counts from 1
        }
        images.forEach((image, blocks) -> idOf.put(image, blocks.stream().mapToInt(ids::get).toArray()));
        executed = new long[inOrder.size() + 1];
    }

    /**
     * Reads the blocks of all processes.
     *
     * @param images folder and numbers of the processes' files, see native/emulate/bbv.h
     */
    static CodeBlocks of(RawVectors.Images images) throws IOException {
        Map<Integer, List<Block>> blocks = new TreeMap<>();
        for (int image : images.numbers()) {
            Path maps = images.folder().resolve("image-" + image + ".maps");
            blocks.put(image, read(images.folder().resolve("image-" + image + ".blocks"),
                    Files.exists(maps) ? mappings(maps) : List.of()));
        }
        return new CodeBlocks(blocks);
    }

    private static List<Mapping> mappings(Path file) throws IOException {
        List<Mapping> out = new ArrayList<>();
        for (String line : Files.readAllLines(file, StandardCharsets.ISO_8859_1)) {
            String[] part = line.split(" ", FIRST_PART);
            out.add(new Mapping(Long.parseUnsignedLong(part[0], 16), Long.parseUnsignedLong(part[1], 16),
                    Long.parseUnsignedLong(part[2], 16), part.length < FIRST_PART ? ""
                            : new String(part[3].getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8)));
        }
        return out;
    }

    private static List<Block> read(Path file, List<Mapping> mappings) throws IOException {
        ByteBuffer from = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
        List<Block> out = new ArrayList<>();
        while (from.remaining() >= BLOCK_BYTES) {
            long address = from.getLong();
            int instructions = from.getInt();
            from.getInt();
            out.add(mappings.stream()
                    .filter(m -> Long.compareUnsigned(address - m.start, m.end - m.start) < 0 && m.file.startsWith("/"))
                    .findFirst()
                    .map(m -> new Block(m.file, address - m.start + m.offset, instructions))
                    .orElse(new Block("", address, instructions)));
        }
        return out;
    }

    int count() {
        return inOrder.size();
    }

    /**
     * Returns the id of a block, from 1.
     *
     * @throws IOException the process has no such block
     */
    int id(int image, int block) throws IOException {
        int[] of = idOf.get(image);
        if (of == null || block < 0 || block >= of.length) {
            throw new IOException("image " + image + " has no block " + block);
        }
        return of[block];
    }

    int instructions(int id) {
        return inOrder.get(id - 1).instructions;
    }

    void execute(int id, long times) {
        executed[id] += times;
    }

    /** Writes the blocks that were executed. */
    void write(Path file, SymbolResolver resolver) throws IOException {
        Map<String, TreeSet<Long>> offsets = new TreeMap<>();
        inOrder.stream()
                .filter(b -> !b.file.isEmpty())
                .forEach(b -> offsets.computeIfAbsent(b.file, f -> new TreeSet<>(Long::compareUnsigned)).add(b.offset));
        Map<String, long[]> places = new TreeMap<>();
        offsets.forEach((f, at) -> places.put(f, at.stream().mapToLong(a -> a).toArray()));
        KeptSymbols symbols = resolver.resolve(places);
        OutputFile.writeText(file, text -> {
            CSVPrinter csv = new CSVPrinter(text, CSVFormat.DEFAULT.builder().setRecordSeparator('\n').get());
            csv.printRecord("id", "file", "offset", "function", "block_instructions", "executions");
            for (int id = 1; id <= inOrder.size(); id++) {
                Block b = inOrder.get(id - 1);
                if (executed[id] > 0) {
                    csv.printRecord(id, b.file, "0x" + Long.toHexString(b.offset),
                            symbols.function(b.file, b.offset).orElse(""), b.instructions, executed[id]);
                }
            }
        });
    }
}
