package runbench.pas2p.trace;

/** A cursor per location for a thread that goes over the same events as another one, behind it. */
public final class Followers {
    private final EventCursor[] cursors;
    private boolean left;

    public Followers(int locations) {
        cursors = new EventCursor[locations];
    }

    /** On the leading thread, of each event that the other one is told of, before it is. */
    public void see(int location, EventCursor event) {
        if (cursors[location] == null) {
            begin(location, event);
        }
    }

    private synchronized void begin(int location, EventCursor event) {
        if (!left) {
            cursors[location] = event.follower();
        }
    }

    /** For the thread behind: at first it stands before the first event that it was told of. */
    public EventCursor of(int location) {
        return cursors[location];
    }

    /** The thread behind stays where it is: what is read from now on is not kept for it. */
    public synchronized void leave() {
        left = true;
        for (int l = 0; l < cursors.length; l++) {
            if (cursors[l] != null) {
                cursors[l].close();
                cursors[l] = null;
            }
        }
    }
}
