package runbench.measure.batch;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** What is left of a batch that several hosts work on; an item that a host lost goes to another. */
final class OpenItems {
    private static final int MOST_TRIES = 3;

    /** @param tried hosts that have lost it, by number, and why for a person, each with "; " behind */
    record Item(BatchItem item, int tries, BitSet tried, String why) {
        Item triedOn(int place, String reason) {
            BitSet all = (BitSet) tried.clone();
            all.set(place);
            return new Item(item, tries + 1, all, why + reason + "; ");
        }
    }

    private final List<Item> items = new ArrayList<>();
    private final BitSet places = new BitSet();
    private int taken;
    private boolean closed;

    OpenItems(List<BatchItem> all, int hosts) {
        all.forEach(item -> items.add(new Item(item, 0, new BitSet(), "")));
        places.set(0, hosts);
    }

    /** The next for this host; waits while another might still give one back. Empty when nothing is left for it. */
    synchronized Optional<Item> take(int place) throws InterruptedException {
        while (true) {
            for (int i = 0; i < items.size() && !closed; i++) {
                if (suits(items.get(i), place)) {
                    taken++;
                    return Optional.of(items.remove(i));
                }
            }
            if (taken == 0 || closed) {
                return Optional.empty();
            }
            wait();
        }
    }

    /** A host gets an item that it has lost only where no other is left to try. */
    private boolean suits(Item item, int place) {
        return !item.tried().get(place)
                || IntStream.range(0, places.length()).filter(places::get).allMatch(item.tried()::get);
    }

    /** @return false: it was tried often enough, and is no longer open */
    synchronized boolean giveBack(Item item) {
        done();
        return item.tries() < MOST_TRIES && items.add(item);
    }

    synchronized void done() {
        taken--;
        notifyAll();
    }

    /** A host takes no more. */
    synchronized void leave(int place) {
        places.clear(place);
        notifyAll();
    }

    /** Nobody gets any more: something failed that would fail the next, too. */
    synchronized void close() {
        closed = true;
        notifyAll();
    }

    synchronized int left() {
        return items.size();
    }
}
