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

/**
 * Recorded exchanges as text: {@code .xchg} files of the exchange engine in {@code native/clock}, or eight integer
 * columns t1 t2 t3 t4 k1 k2 k3 k4 in ns.
 * <p>An {@code .xchg} file contains {@code # runbench exchanges 1}, one line {@code # {JSON}} about the window, a
 * header row, one row {@code burst,seq,t1_ns,...,k4_ns} per exchange, and {@code # end rows=N}. A missing stamp is
 * 0. An exchange whose stamps contradict each other is left out and counted. A file in which most exchanges do is
 * rejected.
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
}
