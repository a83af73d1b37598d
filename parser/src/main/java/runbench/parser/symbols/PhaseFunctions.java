package runbench.parser.symbols;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import runbench.parser.structure.Structure;
import runbench.parser.window.TimeWindow;

/**
 * The functions that were sampled in one phase of a run's counters.
 *
 * @param phase name of the phase
 * @param times number of occurrences
 * @param seconds total length, s
 * @param profile profile of the phase
 */
public record PhaseFunctions(String phase, int times, double seconds, @JsonUnwrapped FunctionProfile profile) {
    /**
     * Returns these functions, limited in number.
     *
     * @param top maximum number of functions
     */
    public PhaseFunctions first(int top) {
        return new PhaseFunctions(phase, times, seconds, profile.first(top));
    }

    /** Returns one profile per phase, in the order of the phases. */
    public static List<PhaseFunctions> of(SampledCode code, KeptSymbols symbols, Structure structure) {
        return structure.phases().stream().map(p -> {
            TimeWindow stays = TimeWindow.of(null, null, p.name(), structure.resolution().length(), structure);
            return new PhaseFunctions(p.name(), p.times(), stays.length(),
                    FunctionProfile.of(code, symbols, structure.axis(), nanos -> stays.holds(nanos / 1e9)));
        }).toList();
    }
}
