package runbench.pas2p.efficiency;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import runbench.pas2p.trace.MpiTrace;

/** The position of each rank in a communicator. */
final class CommPlaces {
    private static final int NOWHERE = -1;
    private static final int[] UNKNOWN = {};

    private final Map<Integer, int[]> places = new HashMap<>();
    private int[] latest = UNKNOWN;
    private int latestComm;

    CommPlaces(MpiTrace trace) {
        trace.members().forEach((comm, members) -> {
            int[] place = new int[trace.ranks()];
            Arrays.fill(place, NOWHERE);
            for (int i = 0; i < members.length; i++) {
                place[members[i]] = i;
            }
            places.put(comm, place);
        });
    }

    /**
     * Returns the rank within a communicator.
     *
     * @return -1 if the trace does not contain it
     */
    int of(int comm, int rank) {
        if (comm != latestComm || latest == UNKNOWN) {
            latestComm = comm;
            latest = places.getOrDefault(comm, UNKNOWN);
        }
        return latest == UNKNOWN ? NOWHERE : latest[rank];
    }
}
