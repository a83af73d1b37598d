package runbench.parser.symbols;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Symbols in lists of lines: the kernel's own, and those that JIT compilers write for perf. */
final class SymbolLists {
    private final long[] addresses;
    private final NamedRange[] found;

    /** @param addresses sorted as unsigned numbers */
    private SymbolLists(long[] addresses) {
        this.addresses = addresses;
        found = new NamedRange[addresses.length];
    }

    /** Of each address the function in a perf map ("START SIZE NAME", hexadecimal); code that was compiled again hides what was there. */
    static NamedRange[] perfMap(Path file, long[] addresses) throws IOException {
        SymbolLists list = new SymbolLists(addresses);
        list.read(file, (line, first, second) -> {
            long start = number(line, 0, first);
            long size = number(line, first + 1, second);
            for (int i = list.from(start); i < addresses.length && Long.compareUnsigned(addresses[i] - start, size) < 0; i++) {
                list.found[i] = new NamedRange(start, size, line.substring(second + 1));
            }
        });
        return list.found;
    }

    /** Of each address the kernel's function ("START TYPE NAME [module]"). All are null where the kernel hides its addresses. */
    static NamedRange[] kernel(Path file, long[] addresses) throws IOException {
        SymbolLists list = new SymbolLists(addresses);
        list.read(file, (line, first, second) -> {
            long start = number(line, 0, first);
            int i = list.from(start);
            if (start != 0 && "tTwW".indexOf(line.charAt(first + 1)) >= 0 && i < addresses.length
                    && (list.found[i] == null || Long.compareUnsigned(start, list.found[i].start()) > 0)) {
                list.found[i] = new NamedRange(start, addresses[i] - start + 1, line.substring(second + 1).replace('\t', ' '));
            }
        });
        // A function goes on to the next one: what stands before an address is before those that follow too.
        for (int i = 1; i < addresses.length; i++) {
            NamedRange last = list.found[i] == null ? list.found[i - 1] : list.found[i];
            list.found[i] = last == null ? null : new NamedRange(last.start(), addresses[i] - last.start() + 1, last.name());
        }
        return list.found;
    }

    @FunctionalInterface
    private interface Line {
        /** @param first place of the first blank, of the second */
        void take(String line, int first, int second);
    }

    private void read(Path file, Line take) throws IOException {
        try (BufferedReader in = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                int first = line.indexOf(' ');
                int second = line.indexOf(' ', first + 1);
                if (first > 0 && second > 0 && second + 1 < line.length()) {
                    try {
                        take.take(line, first, second);
                    } catch (NumberFormatException e) {
                        // A line that is still being written, or no symbol.
                    }
                }
            }
        }
    }

    /** Hexadecimal; HotSpot writes 0x before it. */
    private static long number(String line, int from, int to) {
        return Long.parseUnsignedLong(line, line.startsWith("0x", from) ? from + 2 : from, to, 16);
    }

    /** First address that is not below a start. */
    private int from(long start) {
        int low = 0;
        int high = addresses.length;
        while (low < high) {
            int middle = low + high >>> 1;
            if (Long.compareUnsigned(addresses[middle], start) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
