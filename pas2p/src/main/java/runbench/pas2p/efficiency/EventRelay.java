package runbench.pas2p.efficiency;

import java.util.Arrays;
import runbench.pas2p.exchange.BlockExchange;
import runbench.pas2p.phase.PhaseFollower;
import runbench.pas2p.phase.PhaseOccurrences;
import runbench.pas2p.trace.TracedCall;

/** Packs what a walk over a trace tells of causes into blocks for another thread, and tells that of phases. */
final class EventRelay implements PhaseFollower {
    /** What a collective operation carries here: its number. */
    private record Operation(int number) {
    }

    private final BlockExchange<EventBlock> exchange;
    private final KnownWindows known;
    /** Null: given up. */
    private EventBlock block;
    private int operations;
    private int messages;
    /** Numbers of messages that have arrived: others get them. */
    private int[] free = new int[64];
    private int freeCount;

    EventRelay(BlockExchange<EventBlock> exchange, KnownWindows known) {
        this.exchange = exchange;
        this.known = known;
        block = exchange.toFill();
    }

    private void add(int what, int location, TracedCall call, int carrier) {
        if (block == null) {
            return;
        }
        if (block.full()) {
            exchange.filled(block);
            block = exchange.toFill();
            if (block == null) {
                return;
            }
        }
        block.add(what, location, call, carrier);
    }

    @Override
    public int carriedWords() {
        return 1;
    }

    @Override
    public void sent(int location, TracedCall send, long[] words, int at) {
        int number = freeCount > 0 ? free[--freeCount] : messages++;
        words[at] = number;
        add(EventBlock.SENT, location, send, number);
    }

    @Override
    public void received(int location, TracedCall receive, long[] words, int at) {
        int number = words == null ? -1 : (int) words[at];
        add(EventBlock.RECEIVED, location, receive, number);
        if (number >= 0) {
            if (freeCount == free.length) {
                free = Arrays.copyOf(free, 2 * freeCount);
            }
            free[freeCount++] = number;
        }
    }

    @Override
    public Object newOperation() {
        return new Operation(operations++);
    }

    @Override
    public void entered(int location, TracedCall event, Object operation, boolean first) {
        add(first ? EventBlock.ENTERED_FIRST : EventBlock.ENTERED, location, event, ((Operation) operation).number());
    }

    @Override
    public void left(int location, TracedCall event, Object operation) {
        add(EventBlock.LEFT, location, event, ((Operation) operation).number());
    }

    @Override
    public void known(PhaseOccurrences soFar) {
        if (!exchange.givenUp()) {
            known.add(soFar);
        }
    }

    /** The walk is over. */
    void end() {
        if (block != null) {
            exchange.filled(block);
        }
        exchange.end();
    }
}
