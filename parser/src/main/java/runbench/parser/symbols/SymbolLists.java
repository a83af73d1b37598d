package runbench.parser.symbols;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import runbench.parser.symbols.KeptSymbols.NamedRange;

/** Lookups in text lists of symbols: the kernel's own list, and perf maps of JIT compilers. */
final class SymbolLists {
    private final long[] addresses;
    private final NamedRange[] found;

    /**
     * Creates a lookup.
     *
     * @param addresses addresses, sorted as unsigned numbers
     */
    private SymbolLists(long[] addresses) {
        this.addresses = addresses;
        found = new NamedRange[addresses.length];
    }

    /**
     * Returns the function of each address in a perf map ("START SIZE NAME", hexadecimal). Recompiled code replaces
     * older entries at the same addresses.
     */
    static NamedRange[] perfMap(Path file, long[] addresses) throws IOException {
        SymbolLists list = new SymbolLists(addresses);
        read(file, (text, line, first, second, end) -> {
            long start = number(text, line, first);
            long size = number(text, first + 1, second);
            for (int i = list.from(start); i < addresses.length
                    && Long.compareUnsigned(addresses[i] - start, size) < 0; i++) {
                list.found[i] = new NamedRange(start, size, words(text, second + 1, end));
            }
        });
        return list.found;
    }

    /**
     * Returns the kernel's function of each address ("START TYPE NAME [module]").
     *
     * @return null for all addresses if the kernel hides its addresses
     */
    static NamedRange[] kernel(Path file, long[] addresses) throws IOException {
        SymbolLists list = new SymbolLists(addresses);
        read(file, (text, line, first, second, end) -> {
            long start = number(text, line, first);
            int i = list.from(start);
            if (start != 0 && "tTwW".indexOf(text[first + 1]) >= 0 && i < addresses.length
                    && (list.found[i] == null || Long.compareUnsigned(start, list.found[i].start()) > 0)) {
                list.found[i] = new NamedRange(start, addresses[i] - start + 1,
                        words(text, second + 1, end).replace('\t', ' '));
            }
        });
        // A function extends to the next one. A symbol before an address therefore also precedes the addresses after
        // it.
        for (int i = 1; i < addresses.length; i++) {
            NamedRange last = list.found[i] == null ? list.found[i - 1] : list.found[i];
            list.found[i] = last == null ? null
                    : new NamedRange(last.start(), addresses[i] - last.start() + 1, last.name());
        }
        return list.found;
    }

    @FunctionalInterface
    private interface Line {
        /**
         * Processes one line.
         *
         * @param text bytes of the list
         * @param line index of the line's first byte
         * @param first index of the first blank
         * @param second index of the second blank
         * @param end index after the line's last character
         */
        void take(byte[] text, int line, int first, int second, int end);
    }

    /**
     * Reads a list line by line. Kernel lists have a hundred thousand lines, of which a few are needed: only these
     * become strings.
     */
    private static void read(Path file, Line take) throws IOException {
        byte[] text = Files.readAllBytes(file);
        int end;
        for (int line = 0; line < text.length; line = end + 1) {
            int first = -1;
            int second = -1;
            for (end = line; end < text.length && text[end] != '\n' && text[end] != '\r'; end++) {
                if (text[end] == ' ' && second < 0) {
                    second = first < 0 ? -1 : end;
                    first = first < 0 ? end : first;
                }
            }
            if (first > line && second > 0 && second + 1 < end) {
                try {
                    take.take(text, line, first, second, end);
                } catch (NumberFormatException e) {
                    // The line is still being written, or is not a symbol.
                }
            }
        }
    }

    private static String words(byte[] text, int from, int to) {
        return new String(text, from, to - from, StandardCharsets.ISO_8859_1);
    }

    /** Parses a hexadecimal number; HotSpot writes the prefix 0x. */
    private static long number(byte[] text, int from, int to) {
        long number = 0;
        for (int i = from; i < to; i++) {
            int digit = Character.digit(text[i], 16);
            if (digit < 0 || to - from > 16) {
                String words = words(text, from, to);
                return Long.parseUnsignedLong(words.startsWith("0x") ? words.substring(2) : words, 16);
            }
            number = number << 4 | digit;
        }
        return number;
    }

    /** Returns the first address that is not below a start. */
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
