package runbench.pas2p.interop;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import runbench.base.error.RunbenchException;
import runbench.pas2p.trace.Communicators;
import runbench.pas2p.trace.MpiOp;
import runbench.pas2p.trace.TraceWriter;

/**
 * Import of messages and collectives of a CLOG-2 trace, which MPE2 of MPICH writes (clog_preamble.h, clog_record.h,
 * clog_commset.h of MPE2, version CLOG-02.44). A file is a preamble of text and blocks of records in the order of time.
 * A record has 24 bytes (time, communicator, rank in it, thread, kind) and a body of its kind. MPI calls are states of
 * two events; a message has an event in the state of its call. The format has neither sizes nor roots of collectives,
 * and no CPU time; time outside calls counts as computation.
 */
public final class Clog2Import {
    private static final String VERSION = "CLOG-02.44";
    private static final int PREAMBLE_BYTES = 1024;
    private static final int HEADER_BYTES = 24;
    private static final int MAX_BLOCK_BYTES = 1 << 28;
    /** Positions of the preamble's values among its texts; before each value is its title. */
    private static final int BIG_ENDIAN = 2;
    private static final int FINALIZED = 4;
    private static final int BLOCK_SIZE = 6;
    private static final int WORLD_SIZE = 10;
    private static final int[] BODY_BYTES = {0, 0, 112, 104, 40, 8, 40, 24, 16, 48, 48, 8};
    private static final int END_OF_LOG = 0;
    private static final int END_OF_BLOCK = 1;
    private static final int STATE_DEFINITION = 2;
    private static final int BARE_EVENT = 5;
    private static final int CARGO_EVENT = 6;
    private static final int MESSAGE = 7;
    private static final int COMMUNICATOR = 9;
    private static final int SENT = -101;
    private static final int RECEIVED = -102;
    private static final int COLOR_BYTES = 24;
    private static final int NAME_BYTES = 32;
    /** Offset between the number of a communicator in the file and its identity. */
    private static final int FIRST_COMMUNICATOR = 1000;
    private static final double NANOS = 1e9;
    private static final Map<String, MpiOp> CALLS = Arrays.stream(MpiOp.values())
            .collect(Collectors.toMap(MpiOp::mpiName, Function.identity()));

    /** A rank, or one of its further threads. */
    private record Location(int rank, int thread) {}

    /** A member of a communicator. */
    private record Member(int comm, int rank) {}

    /**
     * An event of the file.
     *
     * @param type number of a state's event, {@link #SENT} or {@link #RECEIVED}
     * @param peer partner of a message, in the communicator of its own side
     */
    private record Raw(long nanos, Member of, int thread, int type, Member peer, int tag, long bytes) {}

    private record Call(String name, long start, int comm, List<Raw> messages) {}

    /** An event of a rank file; peer -1: a collective. */
    private record Event(long start, long end, MpiOp op, boolean sent, int peer, int tag, int comm, long bytes) {
        int order() {
            return sent ? 0 : peer >= 0 ? 1 : 2;
        }
    }

    private final Path file;
    private int ranks;
    private final List<Raw> raw = new ArrayList<>();
    private final Map<Integer, String> starts = new HashMap<>();
    /** Start event of each end event. */
    private final Map<Integer, Integer> ends = new HashMap<>();
    private final Map<Member, Integer> worldRanks = new HashMap<>();
    private final Map<Integer, TreeMap<Integer, Integer>> members = new TreeMap<>();
    /** Members of the communicators of messages between two groups, by identity. */
    private final Map<Integer, int[]> sides = new TreeMap<>();
    private int world;

    private Clog2Import(Path file) {
        this.file = file;
    }

    /**
     * Writes one rank file per rank, and per thread that called MPI, into a directory.
     *
     * @throws RunbenchException (bad input) the file is of another version, not merged, or truncated
     */
    public static void run(Path file, Path directory) throws IOException {
        new Clog2Import(file).convert(directory);
    }

    private void convert(Path directory) throws IOException {
        read();
        Map<Location, List<Raw>> byLocation = new HashMap<>();
        for (int r = 0; r < ranks; r++) {
            byLocation.put(new Location(r, 0), new ArrayList<>());
        }
        for (Raw e : raw) {
            byLocation.computeIfAbsent(new Location(worldRank(e.of), e.thread), l -> new ArrayList<>()).add(e);
        }
        Map<Location, LocationEvents> all = new HashMap<>();
        byLocation.forEach((location, events) -> all.put(location, new LocationEvents(events)));
        for (Map.Entry<Location, LocationEvents> e : all.entrySet()) {
            e.getValue().write(directory, e.getKey());
        }
    }

    private void read() throws IOException {
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
            byte[] preamble = in.readNBytes(PREAMBLE_BYTES);
            String[] texts = new String(preamble, StandardCharsets.ISO_8859_1).split("\0+");
            if (!texts[0].startsWith("CLOG-") || preamble.length < PREAMBLE_BYTES || texts.length <= WORLD_SIZE) {
                throw RunbenchException.badInput(file + " is not a CLOG-2 trace")
                        .remedy("give the .clog2 file of MPE2");
            }
            if (!texts[0].trim().equals(VERSION)) {
                throw RunbenchException
                        .badInput(file + ": version " + texts[0].trim() + "; only " + VERSION + " can be read")
                        .remedy("write the trace with a newer MPE2");
            }
            if (!isTrue(texts[FINALIZED])) {
                throw RunbenchException
                        .badInput(file + ": the program did not finish: this is the file of one process, not merged")
                        .remedy("let the program call MPI_Finalize, or merge the files with MPE2's clog2_join");
            }
            int blockBytes = number(texts[BLOCK_SIZE]);
            ranks = number(texts[WORLD_SIZE]);
            if (blockBytes < HEADER_BYTES || blockBytes > MAX_BLOCK_BYTES || ranks < 1) {
                throw damaged("its preamble states " + ranks + " ranks and blocks of " + blockBytes + " bytes");
            }
            byte[] block = new byte[blockBytes];
            ByteBuffer records = ByteBuffer.wrap(block)
                    .order(isTrue(texts[BIG_ENDIAN]) ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
            long offset = PREAMBLE_BYTES;
            do {
                in.readFully(block);
                records.rewind();
                offset += blockBytes;
            } while (block(records, offset - blockBytes));
        } catch (EOFException e) {
            throw damaged("it ends before its end record");
        }
    }

    /** Reads the records of a block. Returns false after the last one of the file. */
    private boolean block(ByteBuffer b, long offset) {
        while (true) {
            int at = b.position();
            try {
                double seconds = b.getDouble();
                Member of = new Member(b.getInt(), b.getInt());
                int thread = b.getInt();
                int kind = b.getInt();
                if (kind == END_OF_LOG || kind == END_OF_BLOCK) {
                    return kind == END_OF_BLOCK;
                }
                if (kind < 0 || kind >= BODY_BYTES.length) {
                    throw damaged("unknown record " + kind + " at byte " + (offset + at));
                }
                int next = b.position() + BODY_BYTES[kind];
                record(b, kind, Math.round(seconds * NANOS), of, thread);
                b.position(next);
            } catch (BufferUnderflowException | IllegalArgumentException e) {
                throw damaged("the block at byte " + offset + " has no end record");
            }
        }
    }

    private void record(ByteBuffer b, int kind, long nanos, Member of, int thread) {
        switch (kind) {
            case STATE_DEFINITION -> {
                b.getInt();
                int start = b.getInt();
                ends.put(b.getInt(), start);
                b.position(b.position() + Integer.BYTES + COLOR_BYTES);
                byte[] name = new byte[NAME_BYTES];
                b.get(name);
                starts.put(start, new String(name, StandardCharsets.ISO_8859_1).split("\0", 2)[0]);
            }
            case BARE_EVENT, CARGO_EVENT -> raw.add(new Raw(nanos, of, thread, b.getInt(), null, 0, 0));
            case MESSAGE -> {
                int type = b.getInt();
                int comm = b.getInt();
                Member peer = new Member(comm < 0 ? of.comm : comm, b.getInt());
                int tag = b.getInt();
                raw.add(new Raw(nanos, of, thread, type, peer, tag, Integer.toUnsignedLong(b.getInt())));
            }
            case COMMUNICATOR -> {
                int creation = b.getInt();
                Member member = new Member(b.getInt(), b.getInt());
                int worldRank = b.getInt();
                if (worldRank >= 0 && member.comm >= 0 && member.rank >= 0) {
                    worldRanks.put(member, worldRank);
                    members.computeIfAbsent(member.comm, c -> new TreeMap<>()).put(member.rank, worldRank);
                    world = creation == 0 ? member.comm : world;
                }
            }
            default -> {
            }
        }
    }

    private int worldRank(Member member) {
        Integer rank = worldRanks.get(member);
        if (rank == null && member.comm == world) {
            rank = member.rank;
        }
        if (rank == null || rank < 0 || rank >= ranks) {
            throw damaged(
                    String.format(Locale.ROOT, "rank %d of communicator %d is not defined", member.rank, member.comm));
        }
        return rank;
    }

    private static boolean isTrue(String text) {
        return text.trim().equalsIgnoreCase("true");
    }

    private int number(String text) {
        try {
            return Integer.parseInt(text.trim());
        } catch (NumberFormatException e) {
            throw damaged("its preamble contains \"" + text.trim() + "\" instead of a number");
        }
    }

    private RunbenchException damaged(String how) {
        return RunbenchException.badInput(file + " is damaged: " + how)
                .remedy("write the trace again; nothing was imported");
    }

    /** The events of one location, from its states. */
    private final class LocationEvents {
        private final List<Event> events = new ArrayList<>();
        private final Deque<Call> open = new ArrayDeque<>();
        private long initEnd = Long.MIN_VALUE;
        private long finalizeStart = Long.MIN_VALUE;

        LocationEvents(List<Raw> of) {
            for (Raw e : of) {
                if (e.peer != null) {
                    message(e);
                } else if (starts.containsKey(e.type)) {
                    open.push(new Call(starts.get(e.type), e.nanos, e.of.comm, new ArrayList<>()));
                } else if (ends.containsKey(e.type)) {
                    end(starts.get(ends.get(e.type)), e.nanos);
                }
            }
            while (!open.isEmpty()) {
                Call call = open.pop();
                finalizeStart = call.name.equals(MpiOp.FINALIZE.mpiName()) ? call.start : finalizeStart;
                call.messages.forEach(m -> add(m, call, m.nanos));
            }
            if (initEnd == Long.MIN_VALUE) {
                initEnd = of.isEmpty() ? 0 : of.get(0).nanos;
            }
        }

        private void message(Raw e) {
            Call call = open.stream().filter(c -> CALLS.containsKey(c.name)).findFirst().orElse(null);
            if (call == null) {
                add(e, new Call("", e.nanos, e.of.comm, List.of()), e.nanos);
            } else {
                call.messages.add(e);
            }
        }

        /** Ends the innermost call of a name; calls inside it that have no end are left out. */
        private void end(String name, long nanos) {
            if (open.stream().noneMatch(c -> c.name.equals(name))) {
                return;
            }
            Call call = open.pop();
            while (!call.name.equals(name)) {
                call.messages.forEach(open.peek().messages::add);
                call = open.pop();
            }
            for (Raw m : call.messages) {
                add(m, call, nanos);
            }
            MpiOp op = CALLS.getOrDefault(name, MpiOp.NONE);
            if (op == MpiOp.INIT || op == MpiOp.INIT_THREAD) {
                initEnd = nanos;
            } else if (op == MpiOp.FINALIZE) {
                finalizeStart = call.start;
            } else if (op.isBlockingCollective()) {
                events.add(new Event(call.start, nanos, op, false, -1, 0, identity(call.comm), 0));
            }
        }

        private void add(Raw m, Call call, long end) {
            boolean sent = m.type == SENT;
            if (!sent && m.type != RECEIVED) {
                return;
            }
            MpiOp op = CALLS.getOrDefault(call.name, sent ? MpiOp.SEND : MpiOp.RECV);
            events.add(new Event(call.start, Math.max(end, call.start), op, sent, worldRank(m.peer), m.tag,
                    communicator(m), m.bytes));
        }

        /** Returns the identity of a message's communicator; between two groups, one that both groups share. */
        private int communicator(Raw m) {
            if (m.of.comm == m.peer.comm) {
                return identity(m.of.comm);
            }
            int low = Math.min(m.of.comm, m.peer.comm);
            int high = Math.max(m.of.comm, m.peer.comm);
            int id = -1 - (high * 0x10000 + low & Integer.MAX_VALUE);
            sides.computeIfAbsent(id,
                    i -> IntStream.concat(Arrays.stream(membersOf(low)), Arrays.stream(membersOf(high)))
                            .distinct()
                            .sorted()
                            .toArray());
            return id;
        }

        private int identity(int comm) {
            return comm == world ? TraceWriter.WORLD : FIRST_COMMUNICATOR + comm;
        }

        private int[] membersOf(int comm) {
            return members.getOrDefault(comm, new TreeMap<>()).values().stream().mapToInt(Integer::intValue).toArray();
        }

        void write(Path directory, Location of) throws IOException {
            events.sort(Comparator.comparingLong(Event::end)
                    .thenComparingLong(Event::start)
                    .thenComparingInt(Event::order));
            try (TraceWriter writer = new TraceWriter(directory, of.rank, of.thread, ranks, Map.of("source",
                    "CLOG-2 trace " + file.getFileName(), "program", List.of(file.getFileName().toString())))) {
                define(writer, TraceWriter.WORLD, IntStream.range(0, ranks).toArray(), of.rank);
                for (int comm : members.keySet()) {
                    if (comm != world) {
                        define(writer, identity(comm), membersOf(comm), of.rank);
                    }
                }
                for (Map.Entry<Integer, int[]> side : sides.entrySet()) {
                    define(writer, side.getKey(), side.getValue(), of.rank);
                }
                writer.init(initEnd, initEnd);
                Map<Integer, Integer> serials = new HashMap<>();
                long last = initEnd;
                for (Event e : events) {
                    if (e.sent) {
                        writer.send(e.op, e.peer, e.tag, e.comm, e.bytes, e.start, e.end);
                    } else if (e.peer >= 0) {
                        writer.receive(e.op, e.peer, e.tag, e.comm, e.bytes, e.start, e.end);
                    } else {
                        writer.collective(e.op, -1, e.comm, serials.merge(e.comm, 1, Integer::sum) - 1, 0, e.start,
                                e.end);
                    }
                    last = Math.max(last, e.end);
                }
                writer.finalizeAt(Math.max(last, finalizeStart));
                writer.end(Map.of("imported", events.size()));
            }
        }

        private void define(TraceWriter writer, int id, int[] of, int rank) throws IOException {
            int place = IntStream.range(0, of.length).filter(i -> of[i] == rank).findFirst().orElse(-1);
            if (place >= 0) {
                writer.communicator(id, of.length, place, Communicators.groupOf(of));
            }
        }
    }
}
