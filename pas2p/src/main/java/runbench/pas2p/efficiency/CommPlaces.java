package runbench.pas2p.efficiency;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import runbench.pas2p.trace.MpiTrace;

/** Where each rank stands in a communicator. */
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

    /** @return its rank in it; -1 when the trace does not say */
    int of(int comm, int rank) {
        if (comm != latestComm || latest == UNKNOWN) {
            latestComm = comm;
            latest = places.getOrDefault(comm, UNKNOWN);
        }
        return latest == UNKNOWN ? NOWHERE : latest[rank];
    }
}
