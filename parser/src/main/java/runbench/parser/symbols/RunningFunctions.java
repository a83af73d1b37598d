package runbench.parser.symbols;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import runbench.parser.symbols.FunctionProfile.FunctionShare;

/**
 * The functions in which a run and its phases spent most of their time, for the summary.
 *
 * @param samples number of samples, the base of the shares
 * @param unsampledS running time in kernel mode without permission to sample, s; not part of the samples' own time
 * @param functions functions in descending order of samples, at most {@value #OF_RUN}
 * @param phases profiles in the order of the structure's phases; empty if there are none
 */
public record RunningFunctions(int samples, @JsonProperty("unsampled_s") double unsampledS,
        List<FunctionShare> functions, List<OfPhase> phases) {
    private static final int OF_RUN = 10;
    private static final int OF_EACH_PHASE = 5;

    /**
     * The functions of one phase.
     *
     * @param phase name of the phase
     * @param samples number of samples, the base of the shares
     * @param functions functions in descending order of samples, at most {@value #OF_EACH_PHASE}
     */
    public record OfPhase(String phase, int samples, List<FunctionShare> functions) {
        public OfPhase {
            functions = List.copyOf(functions);
        }
    }

    public RunningFunctions {
        functions = List.copyOf(functions);
        phases = List.copyOf(phases);
    }

    public static RunningFunctions of(FunctionProfile whole, List<PhaseFunctions> phases) {
        return new RunningFunctions(whole.samples(), whole.unsampledS(), whole.first(OF_RUN).functions(), phases
                .stream()
                .map(p -> new OfPhase(p.phase(), p.profile().samples(), p.profile().first(OF_EACH_PHASE).functions()))
                .toList());
    }
}
