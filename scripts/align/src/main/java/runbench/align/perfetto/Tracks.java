package runbench.align.perfetto;

import static runbench.align.perfetto.TraceField.*;

import java.io.IOException;

/** Announces tracks: processes, threads, groups and counters. Numbers of tracks are unique over the whole archive. */
final class Tracks {
    /** Perfetto takes process 0 for the idle task; ranks are processes from here on. */
    private static final int FIRST_PID = 10_000;
    private static final int TRACKS_OF_RANK = 1 << 10;
    private static final long MESSAGES = 1L << 40;
    private static final long LOG = 1L << 41;

    private Tracks() {
    }

    static int pid(int rank) {
        return FIRST_PID + rank;
    }

    /** Number of a track in a rank's own file. */
    static long ofRank(int rank, int track) {
        return (rank + 1L) * TRACKS_OF_RANK + track;
    }

    /** Number of a track in the file of messages. */
    static long ofMessages(int track) {
        return MESSAGES + track;
    }

    /** Number of a track in the file of what programs logged. */
    static long ofLog(int track) {
        return LOG + track;
    }

    /** Lets processes stand in the order of {@code place}, not of their names: "rank 10" comes after "rank 9". */
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

    /** A track of slices, or one that others stand under in the order of their places. */
    static void named(PacketWriter out, long uuid, long parent, String name, int place) throws IOException {
        out.track(t -> {
            t.writeUInt64(TRACK_UUID, uuid);
            t.writeUInt64(TRACK_PARENT, parent);
            t.writeString(TRACK_NAME, name);
            t.writeUInt32(TRACK_CHILD_ORDERING, ORDER_EXPLICIT);
            t.writeInt32(TRACK_ORDER_RANK, place);
        });
    }

    /** @param axis counters under one parent that name the same axis are drawn to one scale */
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
