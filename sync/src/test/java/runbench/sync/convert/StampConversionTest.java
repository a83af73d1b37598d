package runbench.sync.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVPrinter;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import runbench.base.error.RunbenchException;
import runbench.sync.convert.StampConversion.ConversionOptions;
import runbench.sync.model.Chain;
import runbench.sync.model.NodeModel;
import runbench.sync.model.WindowModel;

@Tag("beside")
class StampConversionTest {
    private static final long START = 1_795_000_000_000_000_000L;
    private static final ConversionOptions NANOS = new ConversionOptions(StampUnit.NS, false, false, false);

    /** A clock that is 5 us ahead. */
    private static Chain chain() {
        WindowModel window = new WindowModel(START, 5_000, 0, 0, 10, 0, -1000, 1000, 0, 0, 1, 9, "blend", "kernel",
                null, null);
        return new Chain(List.of(new NodeModel("n", "ref", "realtime", 0, List.of(window))));
    }

    private static String table(String in, String column) throws IOException {
        StringBuilder out = new StringBuilder();
        new StampConversion(NANOS, out).table("t.csv", new StringReader(in), column, chain());
        return out.toString();
    }

    @Test
    void addsTimesToATableOfEvents() throws IOException {
        String[] lines = table("event,time_ns,text\nsend," + (START + 5_000) + ",\"a, b\"\n", "time_ns").split("\n");
        assertThat(lines[0]).isEqualTo("event,time_ns,text,ref_ns,err_stat_ns,ref_lo_ns,ref_hi_ns,how");
        assertThat(lines[1]).isEqualTo(
                "send,%d,\"a, b\",%d,10.0,%d,%d,predicted".formatted(START + 5_000, START, START - 1000, START + 1000));
        assertThatThrownBy(() -> table("event,time_ns\n", "when")).hasMessageContaining("no column 'when'");
    }

    /** The reader and the writer agree with commons-csv for any text of the characters that matter. */
    @Tag("scenario")
    @Test
    void tablesAreReadAndQuotedAsCommonsCsvDoes() throws IOException {
        String[] pieces = {"a", "\"", "\"\"", ",", ",", "\n", "\r\n", "\r", " ", "#", "-", "\u4e2d", "\t", "\"x,\ny\"",
                "b"};
        SplittableRandom random = new SplittableRandom(7);
        int compared = 0;
        for (int i = 0; i < 4000; i++) {
            StringBuilder text = new StringBuilder("t,u\n");
            for (int p = random.nextInt(30); p > 0; p--) {
                text.append(pieces[random.nextInt(pieces.length)]);
            }
            String expected = printed(text.toString());
            if (expected == null) {
                assertThatThrownBy(() -> copied(text.toString())).as("%s", text).isInstanceOf(RunbenchException.class);
            } else {
                assertThat(copied(text.toString())).as("%s", text).isEqualTo(expected);
                compared++;
            }
        }
        assertThat(compared).isGreaterThan(500);
    }

    private static String printed(String text) throws IOException {
        StringBuilder out = new StringBuilder();
        CSVFormat format = CSVFormat.DEFAULT.builder().setHeader().setSkipHeaderRecord(true).get();
        try (CSVParser rows = format.parse(new StringReader(text));
                CSVPrinter printer = new CSVPrinter(out, CSVFormat.DEFAULT.builder().setRecordSeparator('\n').get())) {
            for (CSVRecord row : rows) {
                List<String> cells = new ArrayList<>(row.toList());
                cells.addAll(List.of("", "", "", "", ""));
                printer.printRecord(cells);
            }
        } catch (UncheckedIOException malformed) {
            return null;
        }
        return out.toString();
    }

    /** No cell is a stamp, so every row is copied with five empty cells. */
    private static String copied(String text) throws IOException {
        StringBuilder out = new StringBuilder();
        ConversionOptions skipping = new ConversionOptions(StampUnit.NS, false, true, false);
        // The reader returns few characters per call, so records cross the ends of reads.
        new StampConversion(skipping, out).table("t.csv", new Dripping(text), "t", chain());
        return out.substring(out.indexOf("\n") + 1);
    }

    private static final class Dripping extends Reader {
        private final StringReader text;

        Dripping(String text) {
            this.text = new StringReader(text);
        }

        @Override
        public int read(char[] buffer, int offset, int length) throws IOException {
            return text.read(buffer, offset, Math.min(3, length));
        }

        @Override
        public void close() {
            text.close();
        }
    }

    @Test
    void parsesPlainDigitsAsItsGeneralParser() {
        String[] texts = {"0", "7", "007", "1795000000123456789", "8999999999999999999", "9223372036854775807",
                "99999999999999999999", "", ".", "5.", ".5", "1795000000.123456789", "1795000000.1234567891",
                "8999999999.9", "9999999999.9", "1e3", "-5", "+5", "1.2.3", "\u0661", "0000000001.5"};
        for (StampUnit unit : StampUnit.values()) {
            for (String text : texts) {
                long plain = unit.plain((" " + text).toCharArray(), 1, text.length() + 1);
                if (plain != StampUnit.NOT_PLAIN) {
                    assertThat(plain).as("%s in %s", text, unit).isEqualTo(unit.parse(text));
                }
            }
        }
        assertThat(StampUnit.S.plain("1795000000.123456789".toCharArray(), 0, 20))
                .isEqualTo(1_795_000_000_123_456_789L);
        assertThat(StampUnit.NS.plain("1795000000123456789".toCharArray(), 0, 19))
                .isEqualTo(1_795_000_000_123_456_789L);
    }
}
