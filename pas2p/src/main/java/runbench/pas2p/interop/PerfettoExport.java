package runbench.pas2p.interop;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.Locale;
import runbench.base.file.OutputFile;
import runbench.base.progress.Progress;
import runbench.pas2p.hierarchy.PhaseHierarchy;
import runbench.pas2p.order.EventType;
import runbench.pas2p.order.LogicalSweep;
import runbench.pas2p.order.SweepSink;
import runbench.pas2p.phase.Phase;
import runbench.pas2p.phase.PhaseAnalysis;
import runbench.pas2p.phase.PhaseOccurrences;
import runbench.pas2p.phase.PhaseOptions;
import runbench.pas2p.phase.PhaseReport;
import runbench.pas2p.trace.EventCursor;
import runbench.pas2p.trace.MpiOp;
import runbench.pas2p.trace.MpiTrace;

/**
 * Export in Chrome's Trace Event Format, which Perfetto reads ("Trace Event Format", Chromium project). It contains a
 * process per rank with its calls, arrows from sends to receives, and a process of phases within their sequences. Times
 * are microseconds since the first exit from MPI_Init, so that none is negative (Perfetto drops negative ones). The
 * export streams: memory does not grow with the trace.
 */
public final class PerfettoExport implements SweepSink {
    private final MpiTrace trace;
    private final Writer out;
    private final long origin;
    private long records;
    private long flows;

    private PerfettoExport(MpiTrace trace, Writer out, long origin) {
        this.trace = trace;
        this.out = out;
        this.origin = origin;
    }

    /**
     * Writes the file.
     *
     * @return number of records
     */
    public static long write(MpiTrace trace, PhaseAnalysis analysis, Path file, Progress progress) throws IOException {
        try {
            return OutputFile.produceText(file, out -> {
                PerfettoExport export = new PerfettoExport(trace, out, trace.firstInitEndNanos());
                out.write("{\"displayTimeUnit\":\"ns\",\"otherData\":{\"source\":\"runbench\",\"ranks\":\""
                        + trace.ranks() + "\"},\"traceEvents\":[\n");
                export.metadata();
                LogicalSweep.run(trace, analysis.options().rule(), export, progress);
                export.sequences(PhaseHierarchy.of(analysis));
                export.phases(analysis);
                out.write("\n]}\n");
                return export.records;
            });
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private void metadata() throws IOException {
        for (int r = 0; r < trace.ranks(); r++) {
            String host = trace.present(r) ? trace.header(r).host() : "missing";
            record("{\"ph\":\"M\",\"pid\":%d,\"tid\":0,\"name\":\"process_name\",\"args\":{\"name\":\"rank %d (%s)\"}}",
                    r, r, escaped(host));
            record("{\"ph\":\"M\",\"pid\":%d,\"tid\":0,\"name\":\"process_sort_index\",\"args\":{\"sort_index\":%d}}",
                    r, r + 1);
        }
        record("{\"ph\":\"M\",\"pid\":%d,\"tid\":0,\"name\":\"process_name\",\"args\":{\"name\":\"phases of %s\"}}",
                trace.ranks(), escaped(PhaseReport.program(trace)));
        record("{\"ph\":\"M\",\"pid\":%d,\"tid\":0,\"name\":\"process_sort_index\",\"args\":{\"sort_index\":0}}",
                trace.ranks());
    }

    /** Writes sequences as nested slices; the viewer places the earlier and longer slice above. */
    private void sequences(PhaseHierarchy hierarchy) {
        hierarchy.forEachSequence((group, level, start, end,
                odd) -> record("{\"ph\":\"X\",\"pid\":%d,\"tid\":0,\"name\":\"%s %s\","
                        + "\"cat\":\"sequence\",\"ts\":%s,\"dur\":%s,\"args\":{\"level\":%d,\"weight\":%d,\"name\":\"%s\",\"odd\":%b}}",
                        trace.ranks(), group.label(), escaped(group.description()), micros(start),
                        duration(end - start), level, group.weight(), group.name(), odd));
    }

    private void phases(PhaseAnalysis analysis) throws IOException {
        PhaseOccurrences all = analysis.occurrences();
        String unit = analysis.options().method().inTicks() ? "tick" : "row";
        String[] words = analysis.phases().stream().map(Phase::description).toArray(String[]::new);
        for (int i = 0; i < all.size(); i++) {
            Phase phase = analysis.phases().get(all.phase(i));
            record("{\"ph\":\"X\",\"pid\":%d,\"tid\":0,\"name\":\"%s %s\",\"cat\":\"phase\",\"ts\":%s,\"dur\":%s,"
                    + "\"args\":{\"%s\":%d,\"weight\":%d,\"name\":\"%s\"}}", trace.ranks(), phase.label(),
                    words[phase.id()], micros(all.startNanos(i)), duration(all.endNanos(i) - all.startNanos(i)), unit,
                    all.startTick(i), phase.weight(), phase.name());
        }
    }

    @Override
    public void event(int rank, int tick, EventCursor e) {
        call(rank, tick, e);
    }

    @Override
    public void receive(int rank, int tick, EventCursor e, long sentNanos) {
        call(rank, tick, e);
        if (sentNanos == Long.MIN_VALUE) {
            return;
        }
        long id = ++flows;
        record("{\"ph\":\"s\",\"cat\":\"message\",\"name\":\"message\",\"id\":%d,\"pid\":%d,\"tid\":0,\"ts\":%s}", id,
                e.peer(), micros(trace.clocks().toReference(e.peer(), sentNanos)));
        record("{\"ph\":\"f\",\"bp\":\"e\",\"cat\":\"message\",\"name\":\"message\",\"id\":%d,\"pid\":%d,\"tid\":%d,\"ts\":%s}",
                id, trace.rankOf(rank), trace.threadOf(rank), micros(trace.clocks().toReference(rank, e.endNanos())));
    }

    private void call(int rank, int tick, EventCursor e) {
        record("{\"ph\":\"X\",\"pid\":%d,\"tid\":%d,\"name\":\"%s\",\"cat\":\"mpi\",\"ts\":%s,\"dur\":%s,"
                + "\"args\":{\"type\":\"%s\",\"bytes\":%d,\"tick\":%d,\"tag\":%d}}", trace.rankOf(rank),
                trace.threadOf(rank), MpiOp.of(e.op()).mpiName(),
                micros(trace.clocks().toReference(rank, e.startNanos())), duration(e.endNanos() - e.startNanos()),
                EventType.text(EventType.of(e, trace.communicators())), e.bytes(), tick, e.tag());
    }

    @Override
    public void endTick(int tick) {
        // Ticks are irrelevant here.
    }

    private void record(String format, Object... values) {
        try {
            out.write(records++ == 0 ? "" : ",\n");
            out.write(String.format(Locale.ROOT, format, values));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String micros(long nanos) {
        return duration(nanos - origin);
    }

    private static String duration(long nanos) {
        return String.format(Locale.ROOT, "%s%d.%03d", nanos < 0 ? "-" : "", Math.abs(nanos) / 1000,
                Math.abs(nanos) % 1000);
    }

    private static String escaped(String text) {
        return text.replaceAll("[\\\\\"]", "\\\\$0").replaceAll("\\p{Cntrl}", " ");
    }
}
