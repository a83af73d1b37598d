package runbench.pas2p.session;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import runbench.base.elf.ElfFile;

/**
 * The functions in the symbol tables of a 64-bit ELF file: {@code .symtab}, and {@code .dynsym}, which remains in a
 * stripped file. Other tools name the nearest symbol before an address, although a stripped function may be between
 * them; here a function must contain the address.
 */
final class FunctionSymbols {
    static final FunctionSymbols NONE = new FunctionSymbols();

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
     * @return no symbols for a file of another kind, and for one that is damaged or not readable
     */
    static FunctionSymbols of(Path file) {
        FunctionSymbols symbols = new FunctionSymbols();
        try (ElfFile elf = new ElfFile(file)) {
            for (ElfFile.Section s : elf.sections()) {
                if (elf.wide() && (s.type() == ElfFile.SYMTAB || s.type() == ElfFile.DYNSYM)) {
                    symbols.read(elf.content(s), elf.content(elf.sections().get(s.link())));
                }
            }
        } catch (IOException | IndexOutOfBoundsException e) {
            return NONE;
        }
        return symbols;
    }

    private void read(ByteBuffer table, ByteBuffer names) {
        for (int at = 0; at <= table.limit() - SYMBOL_BYTES; at += SYMBOL_BYTES) {
            long start = table.getLong(at + 8);
            long size = table.getLong(at + 16);
            boolean isDefined = table.getShort(at + 6) != 0;
            if ((table.get(at + 4) & 0xf) == TYPE_FUNCTION && isDefined && size > 0) {
                byStart.putIfAbsent(start, new Function(ElfFile.text(names, table.getInt(at)), start + size));
            }
        }
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
