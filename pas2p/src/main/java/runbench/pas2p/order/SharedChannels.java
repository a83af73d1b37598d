package runbench.pas2p.order;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import runbench.pas2p.order.Channels.Channel;
import runbench.pas2p.trace.EventCursor;
import runbench.pas2p.trace.MpiTrace;
import runbench.pas2p.trace.TraceFormat;

/**
 * Channels (source, destination, tag, communicator) on which several threads of one rank send or receive. One thread's
 * order does not determine the matching there, and MPI leaves it open when threads race.
 *
 * <p>The n-th message by start is assigned to the n-th receive by match time. Receives of one thread are in posting
 * order, those of different threads in order of completion. At that time, at least as many messages have started as
 * receives have completed. Each receive therefore follows its message in real time, and the ordering cannot stall on a
 * wrong assignment.
 */
final class SharedChannels {
    private record Key(int source, int destination, int tag, int comm) {}

    /** A message: the number of its shared channel, and its serial number there. */
    record Message(int channel, int serial) {}

    private record Entry(int location, int place, long nanos, int post) {}

    /** Serial numbers of the messages that one location sends or receives on one channel, and their number. */
    private static final class Sequence {
        private int[] serials = {};
        private int at;
    }

    private static final class Channel {
        private final int number;
        private final Key key;
        private final List<Entry> sends = new ArrayList<>();
        private final List<Entry> receives = new ArrayList<>();
        private final Map<Integer, Sequence> sent = new HashMap<>();
        private final Map<Integer, Sequence> received = new HashMap<>();
        private int messages;

        Channel(int number, Key key) {
            this.number = number;
            this.key = key;
        }
    }

    private final Map<Key, Channel> channels = new HashMap<>();
    private final List<Channel> byNumber = new ArrayList<>();

    private SharedChannels() {
    }

    /**
     * Finds shared channels.
     *
     * @return null: none, as in every program without MPI_THREAD_MULTIPLE
     */
    static SharedChannels of(MpiTrace trace) {
        if (trace.locations() == trace.ranks()) {
            return null;
        }
        SharedChannels shared = new SharedChannels();
        shared.find(trace);
        if (shared.channels.isEmpty()) {
            return null;
        }
        shared.gather(trace);
        for (Channel channel : shared.byNumber) {
            channel.messages = channel.sends.size();
            channel.sends.sort(Comparator.comparingLong(Entry::nanos).thenComparingInt(Entry::location));
            number(channel.sends, channel.sent);
            number(matched(channel.receives), channel.received);
        }
        return shared;
    }

    private void find(MpiTrace trace) {
        Map<Key, Integer> senders = new HashMap<>();
        Map<Key, Integer> receivers = new HashMap<>();
        boolean[] threaded = new boolean[trace.ranks()];
        for (int l = trace.ranks(); l < trace.locations(); l++) {
            threaded[trace.rankOf(l)] = true;
        }
        for (int l = 0; l < trace.locations(); l++) {
            if (!threaded[trace.rankOf(l)]) {
                continue;
            }
            try (EventCursor e = trace.cursor(l)) {
                while (e.advance()) {
                    Key key = keyOf(trace.rankOf(l), e);
                    if (key != null) {
                        Integer other = (e.kind() == TraceFormat.SEND ? senders : receivers).putIfAbsent(key, l);
                        if (other != null && other != l && !channels.containsKey(key)) {
                            Channel channel = new Channel(byNumber.size(), key);
                            channels.put(key, channel);
                            byNumber.add(channel);
                        }
                    }
                }
            }
        }
    }

    private static Key keyOf(int rank, EventCursor e) {
        return switch (e.kind()) {
            case TraceFormat.SEND -> new Key(rank, e.peer(), e.tag(), e.comm());
            case TraceFormat.RECV -> new Key(e.peer(), rank, e.tag(), e.comm());
            default -> null;
        };
    }

    private void gather(MpiTrace trace) {
        for (int l = 0; l < trace.locations(); l++) {
            try (EventCursor e = trace.cursor(l)) {
                while (e.advance()) {
                    Key key = keyOf(trace.rankOf(l), e);
                    Channel channel = key == null ? null : channels.get(key);
                    if (channel != null) {
                        boolean send = e.kind() == TraceFormat.SEND;
                        Sequence own = (send ? channel.sent : channel.received).computeIfAbsent(l, x -> new Sequence());
                        (send ? channel.sends : channel.receives)
                                .add(new Entry(l, own.at++, send ? e.startNanos() : e.endNanos(), e.post()));
                    }
                }
            }
        }
    }

    /** Returns the receives in order of their match, each with the time of its match. */
    private static List<Entry> matched(List<Entry> receives) {
        receives.sort(Comparator.comparingInt(Entry::location).thenComparing(Entry::post, Integer::compareUnsigned));
        List<Entry> known = new ArrayList<>(receives);
        for (int i = receives.size() - 2; i >= 0; i--) {
            Entry e = known.get(i);
            Entry later = known.get(i + 1);
            // A completed receive of the same thread with a later posting proves that this one was matched earlier.
            if (later.location == e.location && later.nanos < e.nanos) {
                known.set(i, new Entry(e.location, e.place, later.nanos, e.post));
            }
        }
        known.sort(Comparator.comparingLong(Entry::nanos)
                .thenComparingInt(Entry::location)
                .thenComparing(Entry::post, Integer::compareUnsigned));
        return known;
    }

    private static void number(List<Entry> ordered, Map<Integer, Sequence> byLocation) {
        byLocation.values().forEach(s -> {
            s.serials = new int[s.at];
            s.at = 0;
        });
        for (int i = 0; i < ordered.size(); i++) {
            Entry e = ordered.get(i);
            byLocation.get(e.location).serials[e.place] = i;
        }
        ordered.clear();
    }

    /**
     * Returns the message that a location sends with its current event, and moves to the next one.
     *
     * @return null: the channel is not shared
     */
    Message send(int location, int source, EventCursor e) {
        Channel channel = channels.get(new Key(source, e.peer(), e.tag(), e.comm()));
        if (channel == null) {
            return null;
        }
        Sequence own = channel.sent.get(location);
        return new Message(channel.number, own.serials[own.at++]);
    }

    /**
     * Returns the message that a location receives with its current event.
     *
     * @return null: the channel is not shared
     */
    Message awaited(int location, int destination, EventCursor e) {
        Channel channel = channels.get(new Key(e.peer(), destination, e.tag(), e.comm()));
        if (channel == null) {
            return null;
        }
        Sequence own = channel.received.get(location);
        return new Message(channel.number, own.serials[own.at]);
    }

    /** Ends a receive. */
    void received(int location, Message message) {
        byNumber.get(message.channel).received.get(location).at++;
    }

    /** Returns true if the trace contains the send of this message. */
    boolean exists(Message message) {
        return message.serial < byNumber.get(message.channel).messages;
    }

    int source(int channel) {
        return byNumber.get(channel).key.source;
    }

    int tag(int channel) {
        return byNumber.get(channel).key.tag;
    }
}
