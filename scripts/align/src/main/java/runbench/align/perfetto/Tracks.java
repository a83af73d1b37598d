package runbench.align.perfetto;

import static runbench.align.perfetto.TraceField.*;

import java.io.IOException;

/** Writes track descriptors: processes, threads, groups and counters. Track numbers are unique within the archive. */
final class Tracks {
    /** First process id of ranks; Perfetto treats process 0 as the idle task. */
    private static final int FIRST_PID = 10_000;
    private static final int TRACKS_OF_RANK = 1 << 10;
    private static final long MESSAGES = 1L << 40;
    private static final long LOG = 1L << 41;

    private Tracks() {
    }

    static int pid(int rank) {
        return FIRST_PID + rank;
    }

    /** Returns the number of a track in a rank's own file. */
    static long ofRank(int rank, int track) {
        return (rank + 1L) * TRACKS_OF_RANK + track;
    }

    /** Returns the number of a track in the message file. */
    static long ofMessages(int track) {
        return MESSAGES + track;
    }

    /** Returns the number of a track in the application log file. */
    static long ofLog(int track) {
        return LOG + track;
    }

    /** Orders processes by {@code place} instead of name, so that "rank 10" follows "rank 9". */
    static void orderProcesses(PacketWriter out) throws IOException {
        out.track(t -> {
            t.writeUInt64(TRACK_UUID, 0);
            t.writeUInt32(TRACK_PROCESS_ORDERING, PROCESSES_EXPLICIT);
        });
    }

    static void process(PacketWriter out, long uuid, int pid, String name, int place) throws IOException {
        out.track(t -> {
            t.writeUInt64(TRACK_UUID, uuid);
            t.writeByteArray(TRACK_PROCESS, PacketWriter.bytes(p -> {
                p.writeInt32(PROCESS_PID, pid);
                p.writeString(PROCESS_NAME, name);
            }));
            t.writeInt32(TRACK_ORDER_RANK, place);
        });
    }

    static void thread(PacketWriter out, long uuid, long process, int pid, int tid, String name) throws IOException {
        out.track(t -> {
            t.writeUInt64(TRACK_UUID, uuid);
            t.writeUInt64(TRACK_PARENT, process);
            t.writeByteArray(TRACK_THREAD, PacketWriter.bytes(d -> {
                d.writeInt32(THREAD_PID, pid);
                d.writeInt32(THREAD_TID, tid);
                d.writeString(THREAD_NAME, name);
            }));
        });
    }

    /** Writes a track of slices, or the parent of ordered tracks. */
    static void named(PacketWriter out, long uuid, long parent, String name, int place) throws IOException {
        out.track(t -> {
            t.writeUInt64(TRACK_UUID, uuid);
            t.writeUInt64(TRACK_PARENT, parent);
            t.writeString(TRACK_NAME, name);
            t.writeUInt32(TRACK_CHILD_ORDERING, ORDER_EXPLICIT);
            t.writeInt32(TRACK_ORDER_RANK, place);
        });
    }

    /**
     * Writes a counter track.
     *
     * @param axis counters with one parent and the same axis name share one scale
     */
    static void counter(PacketWriter out, long uuid, long parent, String name, String unit, String axis,
            String description, int place) throws IOException {
        out.track(t -> {
            t.writeUInt64(TRACK_UUID, uuid);
            t.writeUInt64(TRACK_PARENT, parent);
            t.writeString(TRACK_NAME, name);
            t.writeByteArray(TRACK_COUNTER, PacketWriter.bytes(c -> {
                c.writeString(COUNTER_UNIT_NAME, unit);
                c.writeString(COUNTER_SHARED_AXIS, axis);
            }));
            t.writeInt32(TRACK_ORDER_RANK, place);
            if (!description.isEmpty()) {
                t.writeString(TRACK_DESCRIPTION, description);
            }
        });
    }
}
