package runbench.parser.symbols;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import runbench.parser.symbols.KeptSymbols.NamedRange;

/** Lookups in text lists of symbols: the kernel's own list, and perf maps of JIT compilers. */
final class SymbolLists {
    private static final int BUFFER_BYTES = 1 << 16;

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
        // The list is mostly sorted, so that nearly every line is the nearest one so far. Only the last becomes a
        // string.
        long[] starts = new long[addresses.length];
        byte[][] names = new byte[addresses.length][64];
        int[] lengths = new int[addresses.length];
        read(file, (text, line, first, second, end) -> {
            if ("tTwW".indexOf(text[first + 1]) < 0) {
                return;
            }
            long start = number(text, line, first);
            int i = list.from(start);
            if (i < addresses.length && Long.compareUnsigned(start, starts[i]) > 0) {
                starts[i] = start;
                lengths[i] = end - second - 1;
                if (lengths[i] > names[i].length) {
                    names[i] = new byte[2 * lengths[i]];
                }
                System.arraycopy(text, second + 1, names[i], 0, lengths[i]);
            }
        });
        for (int i = 0; i < addresses.length; i++) {
            list.found[i] = starts[i] == 0 ? null
                    : new NamedRange(starts[i], addresses[i] - starts[i] + 1,
                            words(names[i], 0, lengths[i]).replace('\t', ' '));
        }
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
     * become strings, and the text is never in memory as a whole.
     */
    private static void read(Path file, Line take) throws IOException {
        byte[] text = new byte[BUFFER_BYTES];
        int filled = 0;
        try (InputStream in = Files.newInputStream(file)) {
            int count;
            do {
                count = in.read(text, filled, text.length - filled);
                filled += Math.max(count, 0);
                int rest = lines(text, filled, count < 0, take);
                filled -= rest;
                System.arraycopy(text, rest, text, 0, filled);
                if (filled == text.length) {
                    text = Arrays.copyOf(text, 2 * filled); // a line that is longer than the buffer
                }
            } while (count >= 0);
        }
    }

    /**
     * Processes the complete lines of a buffer.
     *
     * @param last whether the text ends here, even without a line end
     * @return index of the first byte that was not processed
     */
    private static int lines(byte[] text, int filled, boolean last, Line take) {
        int line = 0;
        while (line < filled) {
            int first = wordEnd(text, line, filled);
            int second = first < filled && text[first] == ' ' ? wordEnd(text, first + 1, filled) : first;
            int end = second;
            while (end < filled && !endsLine(text[end])) {
                end++;
            }
            if (end == filled && !last) {
                break;
            }
            if (first > line && second > first && second + 1 < end) {
                try {
                    take.take(text, line, first, second, end);
                } catch (NumberFormatException e) {
                    // The line is still being written, or is not a symbol.
                }
            }
            line = end + 1;
        }
        return Math.min(line, filled);
    }

    /** Returns the index of the next blank or line end. */
    private static int wordEnd(byte[] text, int from, int filled) {
        int end = from;
        while (end < filled && text[end] != ' ' && !endsLine(text[end])) {
            end++;
        }
        return end;
    }

    private static boolean endsLine(byte c) {
        return c == '\n' || c == '\r';
    }

    private static String words(byte[] text, int from, int to) {
        return new String(text, from, to - from, StandardCharsets.ISO_8859_1);
    }

    /** Parses a hexadecimal number; HotSpot writes the prefix 0x. */
    private static long number(byte[] text, int from, int to) {
        long number = 0;
        for (int i = from; i < to; i++) {
            int digit = digit(text[i]);
            if (digit < 0 || to - from > 16) {
                String words = words(text, from, to);
                return Long.parseUnsignedLong(words.startsWith("0x") ? words.substring(2) : words, 16);
            }
            number = number << 4 | digit;
        }
        return number;
    }

    /** Returns the value of a hexadecimal digit; -1 for other characters. */
    private static int digit(byte c) {
        if (c >= '0' && c <= '9') {
            return c - '0';
        }
        int letter = c | 0x20; // lower case
        return letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : -1;
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
