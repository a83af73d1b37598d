package runbench.pas2p.interop;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import runbench.base.file.OutputFile;
import runbench.base.progress.Progress;
import runbench.pas2p.block.BlockedTrace;
import runbench.pas2p.block.ParallelBlocks;
import runbench.pas2p.block.ParallelBlocks.Block;
import runbench.pas2p.block.ParallelBlocks.BlockChains;
import runbench.pas2p.order.EventType;
import runbench.pas2p.order.LogicalRows;
import runbench.pas2p.order.LogicalTrace;
import runbench.pas2p.order.LogicalTrace.OrderRule;
import runbench.pas2p.trace.MpiOp;
import runbench.pas2p.trace.MpiTrace;

/**
 * The logical trace and the parallel basic blocks of the PAS2P thesis as CSV tables (tables 5.2 to 5.5). Ranks count
 * from 0; types are in the notation of the thesis, in which processes count from 1: {@code +2} is a send to process 2,
 * {@code -1} a receive from process 1. Times are seconds; those of events since the first exit from MPI_Init.
 */
public final class LogicalTables {
    private static final CSVFormat FORMAT = CSVFormat.DEFAULT.builder().setRecordSeparator('\n').get();
    private static final double NANOS = 1e9;

    private final MpiTrace trace;
    private final LogicalTrace logical;
    private final LogicalRows rows;

    private LogicalTables(MpiTrace trace, LogicalTrace logical, LogicalRows rows) {
        this.trace = trace;
        this.logical = logical;
        this.rows = rows;
    }

    /**
     * Writes the logical trace: one line per event, by logical time and rank. {@code row} subdivides a tick so that
     * each rank has one event per row: receives by source, then the send or collective. {@code id} numbers the lines
     * from 1; {@code message} is the id of the send, in the lines of the send and of the receive of a message.
     *
     * @return number of events
     * @throws runbench.base.error.RunbenchException (machine) the trace does not fit into memory
     */
    public static long writeTrace(MpiTrace trace, OrderRule rule, Path file, Progress progress) throws IOException {
        LogicalTrace logical = LogicalTrace.of(trace, rule, progress);
        return new LogicalTables(trace, logical, LogicalRows.of(logical, false)).writeTrace(file);
    }

    /**
     * Writes the blocks: one line per distinct block and rank with an event in it; its times are those of the first
     * occurrence. A second file has the sequence of blocks, with the phase of the chain rule that each belongs to.
     *
     * @param file file of the blocks; see {@link #orderFile} for the second one
     * @return number of distinct blocks
     */
    public static long writeBlocks(MpiTrace trace, BlockedTrace blocked, Path file) throws IOException {
        return new LogicalTables(trace, blocked.logical(), blocked.rows()).writeBlocks(blocked.blocks(), file);
    }

    /** Returns the file with the sequence of the blocks: {@code blocks-order.csv} for {@code blocks.csv}. */
    public static Path orderFile(Path blocks) {
        String name = blocks.getFileName().toString();
        int dot = name.lastIndexOf('.');
        return blocks
                .resolveSibling(dot <= 0 ? name + "-order" : name.substring(0, dot) + "-order" + name.substring(dot));
    }

    private long writeTrace(Path file) throws IOException {
        int[] ids = ids();
        OutputFile.writeText(file, text -> {
            CSVPrinter csv = new CSVPrinter(text, FORMAT);
            csv.printRecord("id", "tick", "row", "rank", "thread", "event", "kind", "call", "type", "peer", "message",
                    "bytes", "start_s", "end_s", "compute_s");
            for (int row = 0; row < rows.count(); row++) {
                for (int e : rows.row(row)) {
                    event(csv, row, e, ids);
                }
            }
        });
        return logical.size();
    }

    /** Returns the line number of each event, from 1. */
    private int[] ids() {
        int[] ids = new int[logical.size()];
        int id = 0;
        for (int row = 0; row < rows.count(); row++) {
            for (int e : rows.row(row)) {
                ids[e] = ++id;
            }
        }
        return ids;
    }

    private void event(CSVPrinter csv, int row, int e, int[] ids) throws IOException {
        int location = logical.rank(e);
        long type = logical.type(e);
        boolean collective = EventType.isCollective(type);
        int peer = collective ? EventType.root(type) : (int) Math.abs(type) - 1;
        int send = type > 0 && !collective ? e : logical.sendOf(e);
        csv.printRecord(ids[e], logical.tick(e), row, trace.rankOf(location), trace.threadOf(location),
                logical.number(e), collective ? "collective" : type < 0 ? "receive" : "send",
                MpiOp.of(logical.op(e)).mpiName(), EventType.text(type), peer < 0 ? null : peer,
                send < 0 ? null : ids[send], logical.bytes(e), seconds(logical.startNanos(e)),
                seconds(logical.endNanos(e)), logical.computeNanos(e) / NANOS);
    }

    private double seconds(long nanos) {
        return (nanos - trace.firstInitEndNanos()) / NANOS;
    }

    private long writeBlocks(ParallelBlocks blocks, Path file) throws IOException {
        int[] string = blocks.string();
        int[] weight = new int[blocks.distinct()];
        int[] first = new int[blocks.distinct()];
        for (int i = string.length - 1; i >= 0; i--) {
            weight[string[i]]++;
            first[string[i]] = i;
        }
        OutputFile.writeText(file, text -> {
            CSVPrinter csv = new CSVPrinter(text, FORMAT);
            csv.printRecord("block", "weight", "first_row", "rank", "thread", "entry", "entry_bytes", "compute_s",
                    "exit", "exit_bytes");
            for (int b = 0; b < blocks.distinct(); b++) {
                block(csv, blocks.block(b), b + 1, weight[b], first[b]);
            }
        });
        order(string, orderFile(file));
        return blocks.distinct();
    }

    private void block(CSVPrinter csv, Block block, int id, int weight, int first) throws IOException {
        for (int l = 0; l < logical.ranks(); l++) {
            long in = block.entry()[l];
            long out = block.exit()[l];
            if (in != 0 || out != 0) {
                List<Object> line = new ArrayList<>(
                        Arrays.asList(id, weight, first, trace.rankOf(l), trace.threadOf(l)));
                line.addAll(in == 0 ? Arrays.asList(null, null) : List.of(EventType.text(in), block.entryBytes()[l]));
                line.add(block.computeNanos()[l] / NANOS);
                line.addAll(out == 0 ? Arrays.asList(null, null) : List.of(EventType.text(out), block.exitBytes()[l]));
                csv.printRecord(line);
            }
        }
    }

    private void order(int[] string, Path file) throws IOException {
        List<BlockChains.Chain> chains = BlockChains.of(string);
        int[] phase = new int[string.length == 0 ? 0 : Arrays.stream(string).max().getAsInt() + 1];
        for (int c = 0; c < chains.size(); c++) {
            for (int block : chains.get(c).blocks()) {
                phase[block] = c + 1;
            }
        }
        OutputFile.writeText(file, text -> {
            CSVPrinter csv = new CSVPrinter(text, FORMAT);
            csv.printRecord("row", "tick", "block", "phase");
            for (int i = 0; i < string.length; i++) {
                csv.printRecord(i, rows.tick(i), string[i] + 1, phase[string[i]]);
            }
        });
    }
}
