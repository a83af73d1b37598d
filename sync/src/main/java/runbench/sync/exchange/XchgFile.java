package runbench.sync.exchange;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import runbench.base.error.RunbenchException;
import runbench.sync.exchange.ExchangeRecording.ExchangeMetadata;
import runbench.sync.exchange.Exchanges.Stamps;

/**
 * Recorded exchanges as text: {@code .xchg} files of the exchange engine in {@code native/clock}, or eight integer
 * columns t1 t2 t3 t4 k1 k2 k3 k4 in ns. <p>An {@code .xchg} file contains {@code # runbench exchanges 1}, one line
 * {@code # {JSON}} about the window, a header row, one row {@code burst,seq,t1_ns,...,k4_ns} per exchange, and
 * {@code # end rows=N}. A missing stamp is 0. An exchange whose stamps contradict each other is left out and counted. A
 * file in which most exchanges do is rejected.
 */
public final class XchgFile {
    private static final String MAGIC = "# runbench exchanges ";
    private static final String VERSION = "1";
    private static final String HEADER = "burst,seq,t1_ns,t2_ns,t3_ns,t4_ns,k1_ns,k2_ns,k3_ns,k4_ns";
    private static final String BYTE_ORDER_MARK = "\uFEFF";
    private static final String END = "# end rows=";
    private static final ObjectMapper JSON = new ObjectMapper();

    private XchgFile() {
    }

    /**
     * Reads a file of either form.
     *
     * @throws RunbenchException if the file cannot be read or contains no exchange
     */
    public static ExchangeRecording read(Path file) {
        try (BufferedReader in = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            return read(file.toString(), in);
        } catch (NoSuchFileException e) {
            throw RunbenchException.badInput(file + ": no such file").causedBy(e);
        } catch (CharacterCodingException e) {
            throw RunbenchException.badInput(file + ": not text; recorded exchanges are lines of integers")
                    .remedy("runbench sync measure writes such files")
                    .causedBy(e);
        } catch (IOException e) {
            throw RunbenchException.badInput(file + ": cannot be read: " + e.getMessage()).causedBy(e);
        }
    }

    /**
     * Reads either form.
     *
     * @param name name of the input, for messages
     * @param in text
     */
    public static ExchangeRecording read(String name, Reader in) throws IOException {
        BufferedReader lines = in instanceof BufferedReader b ? b : new BufferedReader(in);
        String line = lines.readLine();
        if (line != null && line.startsWith(BYTE_ORDER_MARK)) {
            line = line.substring(1);
        }
        boolean xchg = line != null && line.startsWith(MAGIC);
        if (xchg && !line.equals(MAGIC + VERSION)) {
            throw RunbenchException.badInput(name + ": version " + line.substring(MAGIC.length())
                    + " of the exchange format; this program reads version " + VERSION);
        }
        Exchanges.Builder rows = Exchanges.builder();
        JsonNode meta = JsonNodeFactory.instance.objectNode();
        boolean complete = !xchg;
        int impossible = 0;
        RunbenchException first = null;
        for (int number = 1; line != null; number++) {
            String next = lines.readLine();
            if (xchg && line.startsWith("# {")) {
                meta = metadata(name, number, line.substring(2));
            } else if (xchg && line.startsWith(END)) {
                complete = line.equals(END + (rows.size() + impossible));
            } else if (!line.isBlank() && line.charAt(0) != '#' && !line.equals(HEADER)) {
                boolean mayBeCut = xchg && next == null;
                RunbenchException why = Row.add(name, number, line, xchg, mayBeCut, rows);
                impossible += why == null ? 0 : 1;
                first = first == null ? why : first;
            }
            line = next;
        }
        if (first != null && impossible >= rows.size()) {
            throw first;
        }
        if (rows.size() == 0) {
            throw RunbenchException.badInput(name + ": holds no exchange")
                    .remedy("Expected an .xchg file, or eight integer columns t1 t2 t3 t4 k1 k2 k3 k4 in ns");
        }
        return new ExchangeRecording(name, new ExchangeMetadata(meta), rows.build().inOrder(), complete, xchg,
                impossible);
    }

    /** Returns the metadata from the lines of an {@code .xchg} file. */
    public static ExchangeMetadata meta(String name, List<String> lines) {
        return lines.size() > 1 && lines.get(1).startsWith("# {")
                ? new ExchangeMetadata(metadata(name, 2, lines.get(1).substring(2)))
                : ExchangeMetadata.NONE;
    }

    /**
     * Writes exchanges as {@code .xchg}.
     *
     * @param out receives the text
     * @param meta metadata of the file
     * @param e exchanges
     */
    public static void write(Writer out, JsonNode meta, Exchanges e) throws IOException {
        out.write(MAGIC + VERSION + "\n# " + JSON.writeValueAsString(meta) + "\n" + HEADER + "\n");
        StringBuilder row = new StringBuilder();
        for (int i = 0; i < e.size(); i++) {
            row.setLength(0);
            row.append(e.burst(i)).append(',').append(e.seq(i));
            for (Stamps stamps : Stamps.values()) {
                for (int position = 1; position <= 4; position++) {
                    row.append(',').append(e.stamp(stamps, position, i));
                }
            }
            out.append(row).append('\n');
        }
        out.write(END + e.size() + "\n");
    }

    private static JsonNode metadata(String name, int number, String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw RunbenchException.badInput(name + ": line " + number + ": not JSON: " + e.getOriginalMessage())
                    .causedBy(e);
        }
    }

    /** Parses one line of integers. */
    static final class Row {
        /** Largest stamp, ns: 126 years. Differences of stamps, and differences of those, fit into 64 bits. */
        static final long MAX_STAMP_NANOS = 4_000_000_000_000_000_000L;

        private Row() {
        }

        /**
         * Adds the exchange of a line. A truncated last line ({@code mayBeCut}) is skipped.
         *
         * @return null; or the reason why a well-formed exchange was left out: its stamps contradict each other
         * @throws RunbenchException if the line is malformed
         */
        static RunbenchException add(String name, int number, String line, boolean xchg, boolean mayBeCut,
                Exchanges.Builder rows) {
            long[] field = new long[10];
            int from = xchg ? 0 : 2;
            int n = split(line, field, from);
            if (n == 10) {
                if (field[0] < 0 || field[0] > Integer.MAX_VALUE || field[1] < 0 || field[1] > Integer.MAX_VALUE) {
                    throw invalid(name, number, line, xchg);
                }
                RunbenchException impossible = check(name, number, field);
                if (impossible != null) {
                    // The last number of a truncated line may lack digits.
                    return mayBeCut ? null : impossible;
                }
                int burst = xchg ? (int) field[0] : 0;
                int seq = xchg ? (int) field[1] : rows.size();
                rows.add(burst, seq, field[2], field[3], field[4], field[5], field[6], field[7], field[8], field[9]);
            } else if (!mayBeCut) {
                throw invalid(name, number, line, xchg);
            }
            return null;
        }

        /** Returns the contradiction between the stamps of an exchange; null if there is none. */
        private static RunbenchException check(String name, int number, long[] field) {
            for (int kind = 0; kind < 2; kind++) {
                String letter = kind == 0 ? "t" : "k";
                for (int i = 0; i < 4; i++) {
                    if (Math.abs(field[2 + 4 * kind + i]) > MAX_STAMP_NANOS
                            || field[2 + 4 * kind + i] == Long.MIN_VALUE) {
                        return RunbenchException
                                .badInput(name + ": line " + number + ": " + letter + (i + 1) + " is "
                                        + field[2 + 4 * kind + i] + " ns, more than 126 years from zero")
                                .remedy("Stamps are nanoseconds of one clock: check the unit of the columns");
                    }
                }
                RunbenchException outer = ordered(name, number, letter, field, 2 + 4 * kind, 1, 4,
                        "the reply came before the probe was sent");
                RunbenchException inner = ordered(name, number, letter, field, 2 + 4 * kind, 2, 3,
                        "the reply was sent before the probe came");
                if (outer != null || inner != null) {
                    return outer != null ? outer : inner;
                }
            }
            return null;
        }

        private static RunbenchException ordered(String name, int number, String letter, long[] field, int at, int a,
                int b, String what) {
            long first = field[at + a - 1];
            long second = field[at + b - 1];
            if (first != Exchanges.MISSING && second != Exchanges.MISSING && second < first) {
                return RunbenchException
                        .badInput(name + ": line " + number + ": " + what + " (" + letter + b + " " + second + " < "
                                + letter + a + " " + first + ")")
                        .remedy("Either the columns are in another order than t1 t2 t3 t4 k1 k2 k3 k4, or the clock "
                                + "was set back meanwhile: measure again, with --clock raw");
            }
            return null;
        }

        private static RunbenchException invalid(String name, int number, String line, boolean xchg) {
            String shown = line.length() > 60 ? line.substring(0, 60) + "..." : line;
            return RunbenchException
                    .badInput(name + ": line " + number + ": '" + shown + "' is not " + (xchg ? "burst,seq and " : "")
                            + "eight integers")
                    .remedy("Columns: t1 t2 t3 t4 k1 k2 k3 k4 in ns (t user, k kernel; 1 and 4 local, 2 and 3 remote),"
                            + " 0 for a stamp not taken");
        }

        /**
         * Parses the integers of a line into {@code field}, from index {@code at}.
         *
         * @return index after the last integer, or -1 if the line contains anything else
         */
        private static int split(String line, long[] field, int at) {
            int n = at;
            int i = 0;
            int end = line.length();
            while (true) {
                while (i < end && separates(line.charAt(i))) {
                    i++;
                }
                if (i == end) {
                    return n;
                }
                int begin = i;
                while (i < end && !separates(line.charAt(i))) {
                    i++;
                }
                if (n == field.length) {
                    return -1;
                }
                try {
                    field[n++] = Long.parseLong(line, begin, i, 10);
                } catch (NumberFormatException notANumber) {
                    return -1;
                }
            }
        }

        private static boolean separates(char c) {
            return c == ' ' || c == '\t' || c == ',' || c == ';' || c == '\r';
        }
    }
}
