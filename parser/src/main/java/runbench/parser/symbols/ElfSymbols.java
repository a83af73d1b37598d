package runbench.parser.symbols;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import runbench.base.elf.ElfFile;
import runbench.parser.symbols.KeptSymbols.NamedRange;

/**
 * A lookup of the symbols that contain given addresses, in one pass over the table. Tables of large programs have a
 * million symbols, of which a run uses a thousand.
 */
final class ElfSymbols {
    private static final int NO_TYPE = 0;
    private static final int FUNCTION = 2;
    private static final int INDIRECT_FUNCTION = 10;
    private static final int GLOBAL = 1;

    /** A symbol's extent, with its priority among symbols at the same address. */
    private record Found(long start, long size, String name, boolean global) {
        boolean betterThan(Found other) {
            if (other == null || start != other.start) {
                return other == null || start > other.start;
            }
            if (global != other.global) {
                return global;
            }
            boolean plain = !name.startsWith("_");
            return plain == !other.name.startsWith("_") ? name.length() < other.name.length() : plain;
        }
    }

    private final long[] addresses;
    private final Found[] covering;
    /** Symbols without a size, at the first address that each precedes. */
    private final Found[] before;
    private final long[] startBefore;

    private ElfSymbols(long[] addresses) {
        this.addresses = addresses;
        covering = new Found[addresses.length];
        before = new Found[addresses.length];
        startBefore = new long[addresses.length];
        Arrays.fill(startBefore, Long.MIN_VALUE);
    }

    /**
     * Returns one function per address; starts are addresses before relocation.
     *
     * @param addresses addresses in ascending order
     * @param type type of the table: {@link ElfFile#SYMTAB}, or {@link ElfFile#DYNSYM} with the exported symbols
     * @return the functions; null for addresses without a known function
     */
    static NamedRange[] at(ElfFile file, int type, long[] addresses) throws IOException {
        ElfSymbols symbols = new ElfSymbols(addresses);
        Optional<ElfFile.Section> table = file.section(type);
        if (table.isPresent() && table.get().link() > 0 && table.get().link() < file.sections().size()) {
            symbols.walk(file.content(table.get()), file.content(file.sections().get(table.get().link())), file.wide());
        }
        return symbols.functions(type == ElfFile.SYMTAB);
    }

    private void walk(ByteBuffer table, ByteBuffer names, boolean wide) {
        int entry = wide ? 24 : 16;
        for (int at = 0; at + entry <= table.limit(); at += entry) {
            int info = table.get(at + (wide ? 4 : 12));
            int kind = info & 15;
            int section = table.getShort(at + (wide ? 6 : 14)) & 0xffff;
            if (section == 0 || kind != FUNCTION && kind != INDIRECT_FUNCTION && kind != NO_TYPE) {
                continue;
            }
            long start = wide ? table.getLong(at + 8) : Integer.toUnsignedLong(table.getInt(at + 4));
            long size = wide ? table.getLong(at + 16) : Integer.toUnsignedLong(table.getInt(at + 8));
            int first = Arrays.binarySearch(addresses, start);
            first = first < 0 ? -1 - first : first;
            if (first < addresses.length) {
                add(first, start, kind == NO_TYPE ? 0 : size, table.getInt(at), names, (info >> 4 & 15) == GLOBAL);
            }
        }
    }

    private void add(int first, long start, long size, int nameAt, ByteBuffer names, boolean global) {
        boolean covers = size > 0 && addresses[first] < start + size;
        boolean nearest = start >= startBefore[first];
        if (!covers && !nearest) {
            return;
        }
        String name = plain(ElfFile.text(names, nameAt));
        // The assembler creates marker symbols, for example on Arm.
        if (name.isEmpty() || name.startsWith("$") || name.startsWith(".L")) {
            return;
        }
        Found found = new Found(start, size, name, global);
        if (nearest) {
            before[first] = size == 0 && (start > startBefore[first] || before[first] != null) ? found : null;
            startBefore[first] = start;
        }
        for (int i = first; size > 0 && i < addresses.length && addresses[i] < start + size; i++) {
            covering[i] = found.betterThan(covering[i]) ? found : covering[i];
        }
    }

    /** Returns the name without its interface version. */
    private static String plain(String name) {
        int version = name.indexOf('@');
        return version > 0 ? name.substring(0, version) : name;
    }

    private NamedRange[] functions(boolean all) {
        NamedRange[] functions = new NamedRange[addresses.length];
        Found last = null;
        for (int i = 0; i < functions.length; i++) {
            last = startBefore[i] > Long.MIN_VALUE ? before[i] : last;
            // Hand-written code often has no sizes. Such a function extends to the next symbol. Among exported symbols
            // the next one may be hidden.
            Found found = covering[i] != null || !all ? covering[i] : last;
            functions[i] = found == null ? null
                    : new NamedRange(found.start, Math.max(found.size, addresses[i] - found.start + 1), found.name);
        }
        return functions;
    }
}
