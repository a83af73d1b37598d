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
     * Returns the kernel's function of each address ("START TYPE NAME [module]"). A function extends to the next one.
     *
     * @return null for all addresses if the kernel hides its addresses
     */
    static NamedRange[] kernel(Path file, long[] addresses) throws IOException {
        KernelFunctions functions = KernelFunctions.of(file);
        NamedRange[] found = new NamedRange[addresses.length];
        for (int i = 0; i < addresses.length; i++) {
            int k = functions.before(addresses[i]);
            found[i] = k < 0 ? null
                    : new NamedRange(functions.starts[k], addresses[i] - functions.starts[k] + 1, functions.name(k));
        }
        return found;
    }

    /**
     * The functions of a kernel list. Repeated runs in one process need the same list each time, and the kernel takes
     * tens of milliseconds to write it: the last one is kept while the loaded modules are the same.
     */
    private static final class KernelFunctions {
        private static final Path MODULES = Path.of("/proc/modules");
        private static KernelFunctions kept;

        private final Path file;
        private final byte[] modules;
        /** Addresses in unsigned order. */
        private long[] starts = new long[1 << 16];
        /** Index of the end of each name in the names. */
        private int[] ends = new int[1 << 16];
        private byte[] names = new byte[1 << 20];
        private int count;

        private KernelFunctions(Path file, byte[] modules) throws IOException {
            this.file = file;
            this.modules = modules;
            read(file, this::add);
            sort();
        }

        static synchronized KernelFunctions of(Path file) throws IOException {
            byte[] modules = Files.isReadable(MODULES) ? Files.readAllBytes(MODULES) : new byte[0];
            if (kept == null || !kept.file.equals(file) || !Arrays.equals(kept.modules, modules)) {
                kept = new KernelFunctions(file, modules);
            }
            return kept;
        }

        private void add(byte[] text, int line, int first, int second, int end) {
            long start = "tTwW".indexOf(text[first + 1]) < 0 ? 0 : number(text, line, first);
            // Of several names of an address, the first is kept; hidden addresses are 0.
            if (start == 0 || count > 0 && start == starts[count - 1]) {
                return;
            }
            if (count == starts.length) {
                starts = Arrays.copyOf(starts, 2 * count);
                ends = Arrays.copyOf(ends, 2 * count);
            }
            int from = count == 0 ? 0 : ends[count - 1];
            int length = end - second - 1;
            if (from + length > names.length) {
                names = Arrays.copyOf(names, 2 * (from + length));
            }
            System.arraycopy(text, second + 1, names, from, length);
            starts[count] = start;
            ends[count++] = from + length;
        }

        /** Sorts the functions: those of modules follow the kernel's own, in no order. */
        private void sort() {
            int sorted = 1;
            while (sorted < count && Long.compareUnsigned(starts[sorted - 1], starts[sorted]) < 0) {
                sorted++;
            }
            if (sorted >= count) {
                return;
            }
            Integer[] order = new Integer[count];
            Arrays.setAll(order, i -> i);
            Arrays.sort(order, (a, b) -> Long.compareUnsigned(starts[a], starts[b]));
            long[] oldStarts = starts;
            int[] oldEnds = ends;
            byte[] oldNames = names;
            starts = new long[count];
            ends = new int[count];
            names = new byte[oldNames.length];
            int to = 0;
            for (int i = 0; i < count; i++) {
                int old = order[i];
                int from = old == 0 ? 0 : oldEnds[old - 1];
                System.arraycopy(oldNames, from, names, to, oldEnds[old] - from);
                to += oldEnds[old] - from;
                starts[i] = oldStarts[old];
                ends[i] = to;
            }
        }

        /** Returns the index of the last function that starts at or before an address, or -1. */
        int before(long address) {
            int low = 0;
            int high = count;
            while (low < high) {
                int middle = low + high >>> 1;
                if (Long.compareUnsigned(starts[middle], address) <= 0) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low - 1;
        }

        String name(int k) {
            int from = k == 0 ? 0 : ends[k - 1];
            return words(names, from, ends[k]).replace('\t', ' ');
        }
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
