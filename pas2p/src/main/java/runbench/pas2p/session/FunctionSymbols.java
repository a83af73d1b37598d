package runbench.pas2p.session;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The functions in the symbol tables of a 64-bit ELF file: {@code .symtab}, and {@code .dynsym}, which remains in a
 * stripped file. Other tools name the nearest symbol before an address, although a stripped function may be between
 * them; here a function must contain the address.
 */
final class FunctionSymbols {
    static final FunctionSymbols NONE = new FunctionSymbols();

    private static final int SECTION_SYMTAB = 2;
    private static final int SECTION_DYNSYM = 11;
    private static final int TYPE_FUNCTION = 2;
    private static final int SYMBOL_BYTES = 24;

    /**
     * A function.
     *
     * @param end exclusive
     */
    private record Function(String name, long end) {}

    private final TreeMap<Long, Function> byStart = new TreeMap<>(Long::compareUnsigned);

    private FunctionSymbols() {
    }

    /**
     * Reads the symbols of a file.
     *
     * @return no symbols for a file of another kind, or a damaged one
     */
    static FunctionSymbols of(Path file) throws IOException {
        FunctionSymbols symbols = new FunctionSymbols();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            if (channel.size() < 64 || channel.size() > Integer.MAX_VALUE) {
                return symbols;
            }
            ByteBuffer elf = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
            if (elf.getInt(0) != 0x7f454c46 || elf.get(4) != 2) {
                return symbols;
            }
            symbols.read(elf.order(elf.get(5) == 1 ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN));
        } catch (IndexOutOfBoundsException | BufferUnderflowException | ArithmeticException e) {
            return new FunctionSymbols();
        }
        return symbols;
    }

    private void read(ByteBuffer elf) {
        int table = Math.toIntExact(elf.getLong(40));
        int bytes = elf.getShort(58) & 0xffff;
        int sections = elf.getShort(60) & 0xffff;
        for (int s = 0; s < sections; s++) {
            int at = table + s * bytes;
            int type = elf.getInt(at + 4);
            if (type == SECTION_SYMTAB || type == SECTION_DYNSYM) {
                int names = Math.toIntExact(elf.getLong(table + elf.getInt(at + 40) * bytes + 24));
                symbols(elf, Math.toIntExact(elf.getLong(at + 24)), Math.toIntExact(elf.getLong(at + 32)), names);
            }
        }
    }

    private void symbols(ByteBuffer elf, int from, int bytes, int names) {
        for (int at = from; at <= from + bytes - SYMBOL_BYTES; at += SYMBOL_BYTES) {
            long start = elf.getLong(at + 8);
            long size = elf.getLong(at + 16);
            boolean isDefined = elf.getShort(at + 6) != 0;
            if ((elf.get(at + 4) & 0xf) == TYPE_FUNCTION && isDefined && size > 0) {
                byStart.putIfAbsent(start, new Function(text(elf, names + elf.getInt(at)), start + size));
            }
        }
    }

    private static String text(ByteBuffer elf, int at) {
        int end = at;
        while (elf.get(end) != 0) {
            end++;
        }
        byte[] name = new byte[end - at];
        elf.get(at, name);
        return new String(name, StandardCharsets.UTF_8);
    }

    /**
     * Returns the name of the function that contains an address, as in the symbol table; empty: there is none.
     *
     * @param address in the file's own numbering
     */
    Optional<String> functionAt(long address) {
        return Optional.ofNullable(byStart.floorEntry(address))
                .map(Map.Entry::getValue)
                .filter(f -> Long.compareUnsigned(address, f.end) < 0)
                .map(Function::name);
    }
}
