package runbench.pas2p.order;

import java.util.stream.IntStream;
import runbench.pas2p.trace.EventCursor;
import runbench.pas2p.trace.MpiTrace;

/**
 * The channels that messages take between locations, whether a channel belongs to one location on either side or is
 * shared.
 */
final class MessageChannels {
    private final MpiTrace trace;
    private final Channels channels;
    /** Null when messages carry nothing but their logical time. */
    private final CausalSink causes;
    /** Null when every channel belongs to one location on either side. */
    private final SharedChannels shared;
    /** Of each location, the channel that its current receive takes its message from; null: not looked up. */
    private final Channel[] awaited;
    /** Every receive takes the next message of its channel. */
    private final boolean inOrder;

    /** @param causes follows what causes what; null: nobody does */
    MessageChannels(MpiTrace trace, CausalSink causes) {
        this.trace = trace;
        this.causes = causes;
        channels = new Channels(causes == null ? 0 : causes.carriedWords());
        shared = SharedChannels.of(trace);
        awaited = new Channel[trace.locations()];
        inOrder = IntStream.range(0, trace.locations())
                .filter(trace::present)
                .allMatch(l -> trace.receiveOrder(l).inOrder());
    }

    /**
     * The location sends a message with its current event.
     *
     * @return location that waits for the message; negative: none
     */
    int send(int location, EventCursor event, int tick) {
        int source = trace.rankOf(location);
        SharedChannels.Message message = shared == null ? null : shared.send(location, source, event);
        Channel channel = channelOf(message, source, event.peer(), event.tag(), event.comm());
        int waiting = channel.send(tick, event.startNanos(), event.bytes());
        if (causes != null) {
            causes.sent(location, event, channel.carriers(), channel.sentAt());
        }
        return waiting;
    }

    /** The message that this location receives with its current event. @return null: not of a shared channel */
    SharedChannels.Message awaited(int location, EventCursor event) {
        return shared == null ? null : shared.awaited(location, trace.rankOf(location), event);
    }

    /**
     * The channel on which it comes; nobody forgets it while somebody waits. @param message null: not of a shared
     * channel
     */
    Channel awaitedOn(SharedChannels.Message message, int location, EventCursor event) {
        if (awaited[location] == null) {
            awaited[location] = channelOf(message, event.peer(), trace.rankOf(location), event.tag(), event.comm());
        }
        return awaited[location];
    }

    /** That receive is done with. @param message null: not of a shared channel */
    void received(int location, SharedChannels.Message message) {
        awaited[location] = null;
        if (message != null) {
            shared.received(location, message);
        }
    }

    /** Somebody sends this message. */
    boolean exists(SharedChannels.Message message) {
        return shared.exists(message);
    }

    /** Messages that nobody received. */
    void leftovers(Channels.LeftoverSink each) {
        channels.leftovers((source, destination, tag, comm, sentAt) -> {
            boolean own = source >= 0;
            each.message(own ? source : shared.source(-1 - source), destination, own ? tag : shared.tag(-1 - source),
                    comm, sentAt);
        });
    }

    /**
     * The messages of a shared channel have a channel each: under a source that no rank has, and their serial number.
     */
    private Channel channelOf(SharedChannels.Message message, int source, int destination, int tag, int comm) {
        if (message != null) {
            return channels.find(-1 - message.channel(), destination, message.serial(), comm);
        }
        Channel channel = channels.find(source, destination, tag, comm);
        if (!inOrder && !channel.ordered()) {
            int[] sequence = receiveOrder(destination, source, tag, comm);
            if (sequence != null) {
                channel.order(sequence);
            }
        }
        return channel;
    }

    /** Of the one location of this rank that receives from the channel. */
    private int[] receiveOrder(int rank, int source, int tag, int comm) {
        int[] sequence = trace.present(rank) ? trace.receiveOrder(rank).of(source, tag, comm) : null;
        for (int l = trace.ranks(); sequence == null && l < trace.locations(); l++) {
            if (trace.rankOf(l) == rank) {
                sequence = trace.receiveOrder(l).of(source, tag, comm);
            }
        }
        return sequence;
    }
}
