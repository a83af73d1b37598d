package runbench.pas2p.phase;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import runbench.pas2p.trace.Communicators;

/** Names phases after their shape: eight hexadecimal digits, numbered where volumes alone differ. */
final class PhaseNames {
    private PhaseNames() {
    }

    static List<Phase> name(List<Phase> phases, Communicators communicators) {
        Map<String, Integer> used = new HashMap<>();
        for (Phase phase : phases) {
            String shape = String.format("%08x", (int) (phase.content.shape(communicators) >>> 16));
            int before = used.merge(shape, 1, Integer::sum);
            phase.name(before == 1 ? shape : shape + "." + before);
        }
        return List.copyOf(phases);
    }
}
