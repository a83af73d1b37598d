package runbench.pas2p.efficiency;

import java.util.HashMap;
import java.util.Map;
import runbench.pas2p.trace.MpiTrace;

/** Where each rank stands in a communicator. */
final class CommPlaces {
    private final MpiTrace trace;
    private Map<Integer, Map<Integer, Integer>> places;

    CommPlaces(MpiTrace trace) {
        this.trace = trace;
    }

    /** @return its rank in it; -1 when the trace does not say */
    int of(int comm, int rank) {
        if (places == null) {
            places = new HashMap<>();
            trace.members().forEach((id, members) -> {
                Map<Integer, Integer> place = new HashMap<>();
                for (int i = 0; i < members.length; i++) {
                    place.put(members[i], i);
                }
                places.put(id, place);
            });
        }
        return places.getOrDefault(comm, Map.of()).getOrDefault(rank, -1);
    }
}
