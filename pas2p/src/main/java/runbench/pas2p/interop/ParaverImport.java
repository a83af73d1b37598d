package runbench.pas2p.interop;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import runbench.base.error.RunbenchException;
import runbench.pas2p.trace.Communicators;
import runbench.pas2p.trace.MpiOp;
import runbench.pas2p.trace.TraceWriter;

/**
 * Import of messages and collectives of a Paraver trace, written by Extrae or {@link ParaverExport}. Communication
 * records contain both ends of a message; MPI events contain the calls, the collectives, and the ends of MPI_Init and
 * MPI_Finalize. A Paraver trace does not contain the communicator of a message; all messages use one. It does not
 * contain CPU time either; time outside calls counts as computation.
 */
public final class ParaverImport {
    private static final Pattern HEADER = Pattern
            .compile("#Paraver \\([^)]*\\):(\\d+)(_ns|_us)?:.*?:(\\d+)\\((\\d+:\\d+[,\\d:]*)\\).*");

    private record Event(long start, long end, int kind, MpiOp op, int peer, int tag, int comm, long bytes,
            long sent) {}

    /** A call, derived from its two events. */
    private record Call(long start, long end, MpiOp op) {}

    /** Offset between the number of a communicator in the file and its identity; number 1 is the world. */
    private static final int FIRST_COMMUNICATOR = 1000;

    private static final int SEND = 0;
    private static final int RECEIVE = 1;
    private static final int COLLECTIVE = 2;

    private final Path file;
    private final List<List<Event>> ranks = new ArrayList<>();
    private final Map<Integer, long[]> openCollective = new HashMap<>();
    private final List<Map<Long, Call>> calls = new ArrayList<>();
    private final Map<Integer, long[]> openCall = new HashMap<>();
    private final Map<Integer, Long> openOther = new HashMap<>();
    private final Map<Integer, Long> initEnd = new HashMap<>();
    private final Map<Integer, Long> finalizeStart = new HashMap<>();
    private final Map<Integer, int[]> members = new HashMap<>();
    private final Set<Integer> comms = new TreeSet<>();
    private long factor = 1;
    private int line;

    private ParaverImport(Path file) {
        this.file = file;
    }

    /** Writes one rank file per task of the trace's first application into a directory. */
    public static void run(Path file, Path directory) throws IOException {
        new ParaverImport(file).convert(directory);
    }

    private void convert(Path directory) throws IOException {
        try (BufferedReader in = Files.newBufferedReader(file)) {
            header(in.readLine());
            for (String text = in.readLine(); text != null; text = in.readLine()) {
                line++;
                record(text);
            }
        }
        for (int r = 0; r < ranks.size(); r++) {
            write(directory, r);
        }
    }

    private void header(String text) {
        Matcher m = text == null ? null : HEADER.matcher(text);
        if (m == null || !m.matches()) {
            throw RunbenchException.badInput(file + ": line 1 is not the header of a Paraver trace")
                    .remedy("give the .prv file (gunzip a .prv.gz first)");
        }
        line = 1;
        factor = "_ns".equals(m.group(2)) ? 1 : 1000;
        for (int r = 0; r < Integer.parseInt(m.group(3)); r++) {
            ranks.add(new ArrayList<>());
            calls.add(new HashMap<>());
        }
    }

    private void record(String text) {
        if (text.isEmpty() || text.charAt(0) == '#') {
            return;
        }
        String[] f = text.split(":");
        try {
            switch (f[0]) {
                case "2" -> event(f);
                case "3" -> message(f);
                case "c" -> communicator(f);
                default -> {
                }
            }
        } catch (NumberFormatException | IndexOutOfBoundsException e) {
            throw RunbenchException.badInput(file + ": line " + line + " is damaged: " + text)
                    .causedBy(e)
                    .remedy("write the trace again; nothing was imported");
        }
    }

    /** Parses a communicator: c:application:number:size:task:task... */
    private void communicator(String[] f) {
        int[] tasks = new int[f.length - 4];
        for (int i = 0; i < tasks.length; i++) {
            tasks[i] = Integer.parseInt(f[i + 4]) - 1;
        }
        if (tasks.length != Integer.parseInt(f[3])) {
            throw new IndexOutOfBoundsException("a communicator of " + f[3] + " members names " + tasks.length);
        }
        members.put(Integer.parseInt(f[2]), tasks);
    }

    private void event(String[] f) {
        int rank = Integer.parseInt(f[3]) - 1;
        long time = Long.parseLong(f[5]) * factor;
        int value = -1;
        long bytes = 0;
        int root = -1;
        int comm = 1;
        for (int i = 6; i + 1 < f.length; i += 2) {
            long v = Long.parseLong(f[i + 1]);
            switch (Integer.parseInt(f[i])) {
                case ParaverCodes.COLLECTIVE -> value = (int) v;
                case ParaverCodes.POINT_TO_POINT -> call(rank, time, v);
                case ParaverCodes.OTHER -> other(rank, time, v);
                case ParaverCodes.SENT_BYTES -> bytes = v;
                case ParaverCodes.ROOT -> root = (int) v - 1;
                case ParaverCodes.COMMUNICATOR -> comm = (int) v;
                default -> {
                }
            }
        }
        if (value > 0) {
            openCollective.put(rank, new long[]{time, value, bytes, root, comm});
        } else if (value == 0 && openCollective.containsKey(rank)) {
            long[] o = openCollective.remove(rank);
            ranks.get(rank)
                    .add(new Event(o[0], time, COLLECTIVE, ParaverCodes.op((int) o[1]), (int) o[3], 0, (int) o[4], o[2],
                            0));
            comms.add((int) o[4]);
        }
    }

    private void call(int rank, long time, long value) {
        if (value > 0) {
            openCall.put(rank, new long[]{time, value});
        } else if (openCall.containsKey(rank)) {
            long[] o = openCall.remove(rank);
            calls.get(rank)
                    .merge(o[0], new Call(o[0], time, ParaverCodes.op((int) o[1])), (a, b) -> a.end >= b.end ? a : b);
        }
    }

    private void other(int rank, long time, long value) {
        if (value > 0) {
            openOther.put(rank, value);
            if (ParaverCodes.op((int) value) == MpiOp.FINALIZE) {
                finalizeStart.put(rank, time);
            }
        } else if (openOther.containsKey(rank) && ParaverCodes.op(openOther.remove(rank).intValue()) == MpiOp.INIT) {
            initEnd.put(rank, time);
        }
    }

    private void message(String[] f) {
        int from = Integer.parseInt(f[3]) - 1;
        int to = Integer.parseInt(f[9]) - 1;
        long sent = Long.parseLong(f[5]) * factor;
        long receive = Long.parseLong(f[11]) * factor;
        long received = Math.max(receive, Long.parseLong(f[12]) * factor);
        long bytes = Long.parseLong(f[13]);
        int tag = Integer.parseInt(f[14]);
        ranks.get(from).add(new Event(sent, sent, SEND, MpiOp.SEND, to, tag, TraceWriter.WORLD, bytes, sent));
        ranks.get(to).add(new Event(receive, received, RECEIVE, MpiOp.RECV, from, tag, TraceWriter.WORLD, bytes, sent));
    }

    private void write(Path directory, int rank) throws IOException {
        List<Event> events = ranks.get(rank);
        events.replaceAll(e -> called(rank, e));
        // Calls in order of their ends; within one call, sends come first.
        events.sort(Comparator.comparingLong(Event::end).thenComparingLong(Event::start).thenComparingInt(Event::kind));
        IdentityHashMap<Event, Integer> posts = posts(events);
        try (TraceWriter writer = new TraceWriter(directory, rank, ranks.size(), Map.of("source",
                "Paraver trace " + file.getFileName(), "program", List.of(file.getFileName().toString())))) {
            communicators(writer, rank);
            writer.init(0, initEnd.getOrDefault(rank, 0L));
            Map<Integer, Integer> serials = new HashMap<>();
            long last = 0;
            for (Event e : events) {
                switch (e.kind) {
                    case SEND -> writer.send(e.op, e.peer, e.tag, e.comm, e.bytes, e.start, e.end);
                    case RECEIVE -> writer.receive(e.op, e.peer, e.tag, e.comm, e.bytes, e.start, e.end, posts.get(e));
                    default -> writer.collective(e.op, e.peer, FIRST_COMMUNICATOR + e.comm,
                            serials.merge(e.comm, 1, Integer::sum) - 1, e.bytes, e.start, e.end);
                }
                last = Math.max(last, e.end);
            }
            writer.finalizeAt(Math.max(last, finalizeStart.getOrDefault(rank, 0L)));
            writer.end(Map.of("imported", events.size()));
        }
    }

    /**
     * Completes a message by its call: the record contains the start of the call, the call's own events its name and,
     * for sends, its end.
     */
    private Event called(int rank, Event e) {
        Call call = e.kind == COLLECTIVE ? null : calls.get(rank).get(e.start);
        if (call == null || call.op == MpiOp.NONE) {
            return e;
        }
        return new Event(e.start, e.kind == SEND ? call.end : e.end, e.kind, call.op, e.peer, e.tag, e.comm, e.bytes,
                e.sent);
    }

    private void communicators(TraceWriter writer, int rank) throws IOException {
        writer.communicator(TraceWriter.WORLD, ranks.size(), rank,
                Communicators.groupOf(IntStream.range(0, ranks.size()).toArray()));
        for (int comm : comms) {
            int[] of = members.computeIfAbsent(comm, this::taking);
            int place = IntStream.range(0, of.length).filter(i -> of[i] == rank).findFirst().orElse(-1);
            if (place >= 0) {
                writer.communicator(FIRST_COMMUNICATOR + comm, of.length, place, Communicators.groupOf(of));
            }
        }
    }

    /** Returns the members of a communicator that is missing in the header: the participants of its operations. */
    private int[] taking(int comm) {
        return IntStream.range(0, ranks.size())
                .filter(r -> ranks.get(r).stream().anyMatch(e -> e.kind == COLLECTIVE && e.comm == comm))
                .toArray();
    }

    /**
     * Returns posting numbers. The file pairs sends and receives; numbering receives by the time of their sends yields
     * the same pairs.
     */
    private static IdentityHashMap<Event, Integer> posts(List<Event> events) {
        List<Event> receives = new ArrayList<>(events.stream().filter(e -> e.kind == RECEIVE).toList());
        receives.sort(Comparator.comparingLong(Event::sent));
        IdentityHashMap<Event, Integer> posts = new IdentityHashMap<>();
        for (Event e : receives) {
            posts.put(e, posts.size());
        }
        return posts;
    }
}
