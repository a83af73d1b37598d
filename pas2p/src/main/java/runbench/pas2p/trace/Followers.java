package runbench.pas2p.trace;

/** A cursor per location for a thread that reads the same events as another thread, later. */
public final class Followers {
    private final EventCursor[] cursors;
    private boolean left;

    public Followers(int locations) {
        cursors = new EventCursor[locations];
    }

    /** Marks an event on the leading thread, before the other thread is notified of it. */
    public void track(int location, EventCursor event) {
        if (cursors[location] == null) {
            begin(location, event);
        }
    }

    private synchronized void begin(int location, EventCursor event) {
        if (!left) {
            cursors[location] = event.follower();
        }
    }

    /** Returns the cursor for the following thread, initially before the first event that it is notified of. */
    public EventCursor cursor(int location) {
        return cursors[location];
    }

    /** Abandons the following thread's cursors: later blocks are not kept for them. */
    public synchronized void abandon() {
        left = true;
        for (int l = 0; l < cursors.length; l++) {
            if (cursors[l] != null) {
                cursors[l].close();
                cursors[l] = null;
            }
        }
    }
}
