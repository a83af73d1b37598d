package runbench.pas2p.order;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.progress.Progress;
import runbench.pas2p.order.LogicalTrace.OrderRule;
import runbench.pas2p.phase.PhaseAnalysis;
import runbench.pas2p.phase.PhaseOptions;
import runbench.pas2p.trace.MpiOp;
import runbench.pas2p.trace.MpiTrace;
import runbench.pas2p.trace.TraceWriter;

/** Tests of ranks whose threads call MPI: each thread is a separate sequence. */
class ThreadsTest {
    @TempDir
    Path directory;

    private interface Events {
        void write(TraceWriter writer) throws IOException;
    }

    private void location(int rank, int thread, Events events) throws IOException {
        try (TraceWriter w = new TraceWriter(directory, rank, thread, 2, Map.of())) {
            w.communicator(TraceWriter.WORLD, 2, rank, 5);
            w.init(0, thread == 0 ? 1 : 50);
            events.write(w);
            w.finalizeAt(1000);
            w.end(Map.of());
        }
    }

    private LogicalTrace ordered() {
        return LogicalTrace.of(MpiTrace.open(directory), OrderRule.PAS2P, Progress.NONE);
    }

    /**
     * Checks a thread 1 that waits for the last send of the other rank's thread 0: as one sequence per rank this would
     * deadlock.
     */
    @Test
    void threadsOfARankWaitIndependently() throws IOException {
        for (int rank = 0; rank < 2; rank++) {
            int other = 1 - rank;
            location(rank, 0, w -> {
                w.receive(MpiOp.RECV, other, 1, TraceWriter.WORLD, 8, 110, 120, 1);
                w.send(MpiOp.SEND, other, 2, TraceWriter.WORLD, 8, 130, 131);
            });
            location(rank, 1, w -> {
                w.send(MpiOp.SEND, other, 1, TraceWriter.WORLD, 8, 100, 101);
                w.receive(MpiOp.RECV, other, 2, TraceWriter.WORLD, 8, 102, 140, 0);
            });
        }
        MpiTrace trace = MpiTrace.open(directory);
        assertThat(trace.ranks()).isEqualTo(2);
        assertThat(trace.locations()).isEqualTo(4);
        assertThat(trace.rankOf(3)).isEqualTo(1);
        assertThat(trace.threadOf(3)).isEqualTo(1);
        assertThat(trace.runStartNanos()).isEqualTo(1);
        LogicalTrace t = ordered();
        assertThat(t.report().unmatched()).isZero();
        assertThat(t.report().leftOut()).isZero();
        assertThat(ThesisOrderTest.ticks(t)).containsExactly(java.util.List.of(1, 1), java.util.List.of(1, 1),
                java.util.List.of(0, 2), java.util.List.of(0, 2));
    }

    /**
     * Checks two threads that receive from one channel. The postings were numbered in one order and matched in the
     * other. Thread 0 got the second message, which was only sent after an answer to the first. By posting order this
     * would deadlock.
     */
    @Test
    void threadsThatRaceForOneChannelDoNotStall() throws IOException {
        location(0, 0, w -> { w.receive(MpiOp.RECV, 1, 9, TraceWriter.WORLD, 8, 100, 300, 0); });
        location(0, 1, w -> {
            w.receive(MpiOp.RECV, 1, 9, TraceWriter.WORLD, 8, 100, 200, 1);
            w.send(MpiOp.SEND, 1, 3, TraceWriter.WORLD, 8, 210, 211);
        });
        location(1, 0, w -> {
            w.send(MpiOp.SEND, 0, 9, TraceWriter.WORLD, 8, 150, 151);
            w.receive(MpiOp.RECV, 0, 3, TraceWriter.WORLD, 8, 152, 220, 0);
            w.send(MpiOp.SEND, 0, 9, TraceWriter.WORLD, 8, 230, 231);
        });
        SweepReport report = ordered().report();
        assertThat(report.matched()).isEqualTo(3);
        assertThat(report.unmatched()).isZero();
    }

    /** Checks that posting order applies within a thread, and the order in time between senders. */
    @Test
    void messagesOfASharedChannelKeepTheirSizes() throws IOException {
        location(0, 0, w -> {
            w.send(MpiOp.SEND, 1, 9, TraceWriter.WORLD, 1, 100, 101);
            w.send(MpiOp.SEND, 1, 9, TraceWriter.WORLD, 3, 120, 121);
        });
        location(0, 1, w -> w.send(MpiOp.SEND, 1, 9, TraceWriter.WORLD, 2, 110, 111));
        location(1, 0, w -> {
            w.receive(MpiOp.WAITANY, 0, 9, TraceWriter.WORLD, 3, 200, 201, 2);
            w.receive(MpiOp.WAITANY, 0, 9, TraceWriter.WORLD, 1, 202, 203, 0);
            w.receive(MpiOp.WAITANY, 0, 9, TraceWriter.WORLD, 2, 204, 205, 1);
        });
        SweepReport report = ordered().report();
        assertThat(report.matched()).isEqualTo(3);
        assertThat(report.otherSize()).isZero();
    }

    /** Checks that no rank's time in MPI exceeds its run time, and that every thread's events are counted. */
    @Test
    void sharesOfThreadsStayBelowOne() throws IOException {
        for (int rank = 0; rank < 2; rank++) {
            for (int thread = 0; thread < 4; thread++) {
                int r = rank;
                int tag = thread;
                location(rank, thread, w -> {
                    for (int i = 0; i < 10; i++) {
                        w.send(MpiOp.ISEND, 1 - r, tag, TraceWriter.WORLD, 8, 60 + 50 * i, 61 + 50 * i);
                        w.receive(MpiOp.RECV, 1 - r, tag, TraceWriter.WORLD, 8, 62 + 50 * i, 100 + 50 * i);
                    }
                });
            }
        }
        PhaseAnalysis analysis = PhaseAnalysis.of(MpiTrace.open(directory), PhaseOptions.DEFAULT, Progress.NONE);
        assertThat(analysis.sweep().events()).isEqualTo(2 * 4 * 20);
        assertThat(analysis.sweep().unmatched()).isZero();
        analysis.phases().forEach(p -> assertThat(p.mpiNanos()).isLessThanOrEqualTo(p.rankNanos()));
    }
}
