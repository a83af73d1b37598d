package runbench.align.traces;

import java.io.IOException;
import java.nio.file.Path;
import runbench.base.file.OutputFile;
import runbench.base.timeline.PlacedStamp;
import runbench.pas2p.trace.EventCursor;
import runbench.pas2p.trace.MpiOp;
import runbench.pas2p.trace.MpiTrace;
import runbench.pas2p.trace.TraceFormat;

/** Writes the traced calls of one rank as CSV on the reference axis. */
final class EventTable {
    private static final String HEAD = "thread,call,part,peer,tag,comm,bytes,"
            + "enter_ref_ns,exit_ref_ns,err_stat_ns,exit_lo_ns,exit_hi_ns,how\n";

    private EventTable() {
    }

    /**
     * Writes all locations of the rank, one after the other.
     *
     * @return first and last stamp and the largest stated errors
     */
    static StampExtent write(MpiTrace trace, int rank, TraceClocks clocks, Path file) throws IOException {
        StampExtent extent = new StampExtent();
        PlacedStamp enter = new PlacedStamp();
        PlacedStamp exit = new PlacedStamp();
        OutputFile.writeText(file, out -> {
            out.write(HEAD);
            StringBuilder row = new StringBuilder();
            for (int l = 0; l < trace.locations(); l++) {
                if (!trace.present(l) || trace.rankOf(l) != rank) {
                    continue;
                }
                try (EventCursor e = trace.cursor(l)) {
                    while (e.advance()) {
                        clocks.locate(rank, e.startNanos(), enter);
                        clocks.locate(rank, e.endNanos(), exit);
                        extent.add(enter);
                        extent.add(exit);
                        row.setLength(0);
                        describe(row, trace.threadOf(l), e);
                        row.append(',').append(enter.refNanos()).append(',').append(exit.refNanos()).append(',');
                        error(row, exit);
                        out.append(row);
                    }
                }
            }
        });
        return extent;
    }

    private static void describe(StringBuilder row, int thread, EventCursor e) {
        row.append(thread).append(',').append(MpiOp.of(e.op()).mpiName()).append(',').append(part(e)).append(',');
        if (e.peer() >= 0) {
            row.append(e.peer());
        }
        row.append(',');
        if (e.kind() == TraceFormat.SEND || e.kind() == TraceFormat.RECV) {
            row.append(e.tag());
        }
        row.append(',');
        hex(row, e.comm());
        row.append(',').append(e.bytes());
    }

    /**
     * Writes eight hexadecimal digits, as other tables name communicators; a formatter would take longer than the rest
     * of the row.
     */
    private static void hex(StringBuilder row, int value) {
        for (int shift = Integer.SIZE - 4; shift >= 0; shift -= 4) {
            row.append(Character.forDigit(value >>> shift & 0xf, 16));
        }
    }

    private static String part(EventCursor e) {
        return switch (e.kind()) {
            case TraceFormat.SEND -> "send";
            case TraceFormat.RECV -> "receive";
            case TraceFormat.COLL_START -> "start";
            default -> e.isEvent() ? "collective" : "completion";
        };
    }

    private static void error(StringBuilder row, PlacedStamp at) {
        if (!Double.isNaN(at.errStatNanos())) {
            row.append(Math.round(at.errStatNanos() * 10) / 10.0);
        }
        row.append(',');
        if (Double.isFinite(at.loNanos())) {
            row.append(at.earliest());
        }
        row.append(',');
        if (Double.isFinite(at.hiNanos())) {
            row.append(at.latest());
        }
        row.append(',').append(at.how().word()).append('\n');
    }
}
