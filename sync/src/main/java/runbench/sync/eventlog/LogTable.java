package runbench.sync.eventlog;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import java.io.IOException;
import java.io.Writer;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import runbench.base.timeline.PlacedStamp;
import runbench.sync.eventlog.LogMerge.LogEntry;

/** Writes events as rows of CSV or of newline-delimited JSON. */
public abstract class LogTable implements LogMerge.EventConsumer, AutoCloseable {
    private static final String[] OWN = {"node", "pid", "tid", "monotonic_ns", "type", "kind", "what", "id", "comment"};
    private static final String[] PLACED = {"ref_ns", "err_stat_ns", "lo_ns", "hi_ns", "how", "shift_ns"};

    private static final String[] TYPED = {"severity", "value", "parent", "fields"};

    private final boolean placed;

    private LogTable(boolean placed) {
        this.placed = placed;
    }

    /**
     * Returns a writer of CSV; {@link #close} leaves {@code out} open.
     *
     * @param out receives the text
     * @param placed whether rows have the reference's time, its errors, and the shift
     */
    public static LogTable csv(Writer out, boolean placed) throws IOException {
        CSVPrinter csv = new CSVPrinter(out, CSVFormat.DEFAULT.builder().setRecordSeparator('\n').get());
        for (String column : OWN) {
            csv.print(column);
        }
        for (String column : placed ? PLACED : new String[0]) {
            csv.print(column);
        }
        for (String column : TYPED) {
            csv.print(column);
        }
        csv.println();
        return new LogTable(placed) {
            @Override
            void cell(String name, Object value) throws IOException {
                csv.print(value instanceof LogDetails details ? details.fieldsText() : value);
            }

            @Override
            void endRow() throws IOException {
                csv.println();
            }

            @Override
            public void close() throws IOException {
                csv.flush();
            }
        };
    }

    /** Returns a writer of one JSON object per line; members without a value are omitted. */
    public static LogTable ndjson(Writer out, boolean placed) throws IOException {
        JsonGenerator json = new JsonFactory().createGenerator(out).disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
        json.setPrettyPrinter(new MinimalPrettyPrinter("\n"));
        return new LogTable(placed) {
            private boolean open;

            @Override
            void cell(String name, Object value) throws IOException {
                if (!open) {
                    json.writeStartObject();
                    open = true;
                }
                if (value instanceof Long number) {
                    json.writeNumberField(name, number);
                } else if (value instanceof Integer number) {
                    json.writeNumberField(name, number);
                } else if (value instanceof Double number) {
                    json.writeNumberField(name, number);
                } else if (value instanceof LogDetails details) {
                    if (!details.fields().isEmpty()) {
                        json.writeFieldName(name);
                        details.writeFields(json);
                    }
                } else if (value != null && !"".equals(value)) {
                    json.writeStringField(name, value.toString());
                }
            }

            @Override
            void endRow() throws IOException {
                json.writeEndObject();
                open = false;
            }

            @Override
            public void close() throws IOException {
                json.close();
                out.write('\n');
                out.flush();
            }
        };
    }

    abstract void cell(String name, Object value) throws IOException;

    abstract void endRow() throws IOException;

    @Override
    public abstract void close() throws IOException;

    @Override
    public void event(LogEntry e) throws IOException {
        LogCursor c = e.cursor();
        cell(OWN[0], e.source().node());
        cell(OWN[1], e.source().file().pid());
        cell(OWN[2], c.tid());
        cell(OWN[3], c.timeNanos());
        cell(OWN[4], c.type().name());
        cell(OWN[5], c.type().kind() == null ? null : c.type().kind().word());
        cell(OWN[6], c.what().word());
        cell(OWN[7], c.id() == 0 ? null : Long.toUnsignedString(c.id()));
        cell(OWN[8], c.comment());
        if (placed) {
            place(e.at(), e.shiftNanos());
        }
        LogDetails details = c.details();
        cell(TYPED[0], details.severity() == null ? null : details.severity().word());
        cell(TYPED[1], details.value());
        cell(TYPED[2], details.parent() == 0 ? null : Long.toUnsignedString(details.parent()));
        cell(TYPED[3], details);
        endRow();
    }

    private void place(PlacedStamp at, long shift) throws IOException {
        cell(PLACED[0], at.refNanos());
        cell(PLACED[1], Double.isNaN(at.errStatNanos()) ? null : (Double) (Math.round(at.errStatNanos() * 10) / 10.0));
        cell(PLACED[2], Double.isFinite(at.loNanos()) ? (Long) at.earliest() : null);
        cell(PLACED[3], Double.isFinite(at.hiNanos()) ? (Long) at.latest() : null);
        cell(PLACED[4], at.how().word());
        cell(PLACED[5], shift);
    }
}
