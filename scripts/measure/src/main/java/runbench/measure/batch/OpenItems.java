package runbench.measure.batch;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** The unfinished items of a batch that several hosts work on. An item that one host lost is given to another. */
final class OpenItems {
    private static final int MOST_TRIES = 3;

    /**
     * An open item.
     *
     * @param item the item
     * @param tries number of tries
     * @param tried indices of hosts that lost it
     * @param why reasons for the user, each followed by "; "
     */
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

    /**
     * Returns the next item for a host. Waits while another host may still return one. Empty: nothing is left for this
     * host.
     */
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

    /** Returns whether a host may take an item: a host that lost it gets it again only if no other host is left. */
    private boolean suits(Item item, int place) {
        return !item.tried().get(place)
                || IntStream.range(0, places.length()).filter(places::get).allMatch(item.tried()::get);
    }

    /**
     * Returns an item.
     *
     * @return false: it was tried too often and is closed
     */
    synchronized boolean giveBack(Item item) {
        done();
        return item.tries() < MOST_TRIES && items.add(item);
    }

    synchronized void done() {
        taken--;
        notifyAll();
    }

    /** Removes a host. */
    synchronized void leave(int place) {
        places.clear(place);
        notifyAll();
    }

    /** Closes all items after an error that would recur for the next one. */
    synchronized void close() {
        closed = true;
        notifyAll();
    }

    synchronized int left() {
        return items.size();
    }
}
