package runbench.pas2p.trace;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The communicators of a run. Communicators with equal members in equal order share a group number. */
public final class Communicators {
    /**
     * One communicator.
     *
     * @param id identity, equal on all members
     * @param size number of members; of an inter-communicator, of both sides
     * @param group hash of the members
     * @param groupNumber serial number of that hash in this trace, from 0
     */
    public record Communicator(int id, int size, long group, int groupNumber) {}

    /** Returns the hash of members, given by their world ranks in order, as the tracer computes it. */
    public static long groupOf(int[] members) {
        long hash = 0xcbf29ce484222325L;
        for (int m : members) {
            hash = (hash ^ m) * 0x100000001b3L;
        }
        return hash;
    }

    private final Map<Integer, Communicator> byId = new HashMap<>();
    private final Map<Long, Integer> groups = new HashMap<>();
    private final List<Long> groupHashes = new ArrayList<>();
    /** The result of the latest search; a race between threads is harmless. */
    private Communicator latest;

    /**
     * Defines a communicator.
     *
     * @return false if the identity is known with another size or other members
     */
    boolean define(int id, int size, long group) {
        Communicator known = byId.get(id);
        if (known != null) {
            return known.size == size && known.group == group;
        }
        Integer number = groups.putIfAbsent(group, groups.size());
        if (number == null) {
            number = groups.size() - 1;
            groupHashes.add(group);
        }
        byId.put(id, new Communicator(id, size, group, number));
        return true;
    }

    /** Returns a communicator; null: no rank has defined it. */
    public Communicator of(int id) {
        Communicator known = latest;
        if (known == null || known.id != id) {
            known = byId.get(id);
            latest = known;
        }
        return known;
    }

    /** Returns the hash of the members of the group with a number. */
    public long groupHash(int groupNumber) {
        return groupHashes.get(groupNumber);
    }

    public int count() {
        return byId.size();
    }
}
