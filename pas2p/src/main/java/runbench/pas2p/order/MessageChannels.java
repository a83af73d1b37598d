package runbench.pas2p.order;

import java.util.stream.IntStream;
import runbench.pas2p.order.Channels.Channel;
import runbench.pas2p.order.SweepSink.CausalSink;
import runbench.pas2p.trace.EventCursor;
import runbench.pas2p.trace.MpiTrace;

/** The channels between locations, including those that several threads of a rank share. */
final class MessageChannels {
    private final MpiTrace trace;
    private final Channels channels;
    /** Receiver of causal relations; null: messages carry only their logical time. */
    private final CausalSink causes;
    /** Shared channels; null: each channel belongs to one location on either side. */
    private final SharedChannels shared;
    /** The channel of each location's current receive; null: not looked up yet. */
    private final Channel[] awaited;
    /** True: every receive takes the next message of its channel. */
    private final boolean inOrder;

    /**
     * Creates the channels of a trace.
     *
     * @param causes receiver of causal relations; null: none
     */
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
     * Sends a message with the location's current event.
     *
     * @return the location that waits for the message; negative: none
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

    /**
     * Returns the message that a location receives with its current event.
     *
     * @return null: the channel is not shared
     */
    SharedChannels.Message awaited(int location, EventCursor event) {
        return shared == null ? null : shared.awaited(location, trace.rankOf(location), event);
    }

    /**
     * Returns the channel of a message; it is not removed while a location waits.
     *
     * @param message null: the channel is not shared
     */
    Channel awaitedOn(SharedChannels.Message message, int location, EventCursor event) {
        if (awaited[location] == null) {
            awaited[location] = channelOf(message, event.peer(), trace.rankOf(location), event.tag(), event.comm());
        }
        return awaited[location];
    }

    /**
     * Ends a receive.
     *
     * @param message null: the channel is not shared
     */
    void received(int location, SharedChannels.Message message) {
        awaited[location] = null;
        if (message != null) {
            shared.received(location, message);
        }
    }

    /** Returns true if the trace contains the send of this message. */
    boolean exists(SharedChannels.Message message) {
        return shared.exists(message);
    }

    /** Passes every message that was not received. */
    void leftovers(Channels.LeftoverSink each) {
        channels.leftovers((source, destination, tag, comm, sentAt) -> {
            boolean own = source >= 0;
            each.message(own ? source : shared.source(-1 - source), destination, own ? tag : shared.tag(-1 - source),
                    comm, sentAt);
        });
    }

    /**
     * Returns the private channel of a message of a shared channel: its source is no rank, its label is the serial
     * number.
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

    /** Returns the order of receives of the one location of a rank that receives from a channel. */
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
