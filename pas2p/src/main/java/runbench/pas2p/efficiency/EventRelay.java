package runbench.pas2p.efficiency;

import java.util.Arrays;
import runbench.pas2p.phase.PhaseFollower;
import runbench.pas2p.phase.PhaseOccurrences;
import runbench.pas2p.trace.TracedCall;

/** Packs what a walk over a trace tells of causes and phases into blocks for another thread. */
final class EventRelay implements PhaseFollower {
    /** What a collective operation carries here: its number. */
    private record Operation(int number) {
    }

    private final BlockExchange exchange;
    /** Null: given up. */
    private EventBlock block;
    private int operations;
    private int messages;
    /** Numbers of messages that have arrived: others get them. */
    private int[] free = new int[64];
    private int freeCount;
    private int windows;

    EventRelay(BlockExchange exchange) {
        this.exchange = exchange;
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
        if (block == null || soFar.size() < windows) {
            return;
        }
        if (windows == 0 && soFar.size() > 0) {
            block.window(soFar.startNanos(0), Windows.NO_PHASE);
            windows++;
        }
        for (; windows > 0 && windows <= soFar.size(); windows++) {
            block.window(soFar.endNanos(windows - 1), 1 + soFar.phase(windows - 1));
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
