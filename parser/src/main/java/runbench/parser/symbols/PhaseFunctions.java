package runbench.parser.symbols;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import runbench.parser.structure.Structure;
import runbench.parser.window.TimeWindow;

/**
 * What ran in one of the phases that were found in a run's counters.
 *
 * @param phase its name there
 * @param times how often it came
 * @param seconds how long it was in all
 */
public record PhaseFunctions(String phase, int times, double seconds, @JsonUnwrapped FunctionProfile profile) {
    /** The same with no more than so many functions. */
    public PhaseFunctions first(int top) {
        return new PhaseFunctions(phase, times, seconds, profile.first(top));
    }

    /** One per phase, in their order. */
    public static List<PhaseFunctions> of(SampledCode code, KeptSymbols symbols, Structure structure) {
        return structure.phases().stream().map(p -> {
            TimeWindow stays = TimeWindow.of(null, null, p.name(), structure.resolution().length(), structure);
            return new PhaseFunctions(p.name(), p.times(), stays.length(),
                    FunctionProfile.of(code, symbols, structure.axis(), nanos -> stays.holds(nanos / 1e9)));
        }).toList();
    }
}
