package runbench.sync.eventlog;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import runbench.base.timeline.PlacedStamp;

/** Events as rows, of CSV or of newline-delimited JSON. */
public final class LogTable implements LogMerge.Visitor, AutoCloseable {
    private static final String OWN = "node,pid,tid,monotonic_ns,type,kind,what,id,comment";
    private static final String PLACED = ",ref_ns,err_stat_ns,lo_ns,hi_ns,how,shift_ns";
    private static final int WRITE_BEYOND = 1 << 15;

    private final Writer out;
    private final RowText row;
    private final boolean placed;

    private LogTable(Writer out, RowText row, boolean placed) {
        this.out = out;
        this.row = row;
        this.placed = placed;
    }

    /** @param placed with the reference's time, its errors, and the shift; ended by {@link #close}, which leaves {@code out} open */
    public static LogTable csv(Writer out, boolean placed) throws IOException {
        out.write(placed ? OWN + PLACED + "\n" : OWN + "\n");
        return new LogTable(out, RowText.csv(), placed);
    }

    /** An object a line; members that have no value are left out. */
    public static LogTable ndjson(Writer out, boolean placed) {
        return new LogTable(out, RowText.json(), placed);
    }

    @Override
    public void event(LogEntry e) {
        LogCursor c = e.cursor();
        row.word("node", e.source().node()).number("pid", e.source().file().pid()).number("tid", c.tid()).number("monotonic_ns", c.timeNanos())
                .word("type", c.type().name()).word("kind", c.type().kind() == null ? "" : c.type().kind().word()).word("what", c.what().word());
        if (c.id() == 0) {
            row.nothing("id");
        } else {
            row.id("id", c.id());
        }
        row.comment("comment", c.comment());
        if (placed) {
            place(e.at(), e.shiftNanos());
        }
        row.end();
        if (row.length() > WRITE_BEYOND) {
            write();
        }
    }

    private void place(PlacedStamp at, long shift) {
        row.number("ref_ns", at.refNanos()).tenths("err_stat_ns", at.errStatNanos());
        bound("lo_ns", Double.isFinite(at.loNanos()), at.earliest());
        bound("hi_ns", Double.isFinite(at.hiNanos()), at.latest());
        row.word("how", at.how().word()).number("shift_ns", shift);
    }

    private void bound(String name, boolean known, long nanos) {
        if (known) {
            row.number(name, nanos);
        } else {
            row.nothing(name);
        }
    }

    private void write() {
        try {
            row.flushTo(out);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Override
    public void close() throws IOException {
        row.flushTo(out);
        out.flush();
    }
}
