package runbench.pas2p.phase;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import runbench.pas2p.trace.Communicators;

/**
 * Names of phases, derived from their content so that a phase is recognised in another run: eight hexadecimal digits of
 * its shape (types of communication in logical order) and four of its volumes.
 */
final class PhaseNames {
    private PhaseNames() {
    }

    /**
     * Names the phases.
     *
     * @param rankOf world rank of each location of the trace
     */
    static List<Phase> name(List<Phase> phases, Communicators communicators, int[] rankOf) {
        Map<String, Integer> used = new HashMap<>();
        for (Phase phase : phases) {
            String shape = String.format("%08x", (int) (phase.content.shape(communicators) >>> 16));
            String name = shape + "-" + String.format("%04x", phase.content.volumes() >>> 24 & 0xffff);
            int before = used.merge(name, 1, Integer::sum);
            phase.name(shape, before == 1 ? name : name + "." + before, rankOf);
        }
        return List.copyOf(phases);
    }
}
