package runbench.cli.pas2p;

import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;
import runbench.base.error.RunbenchException;
import runbench.base.progress.Progress.ProgressDisplay;
import runbench.cli.option.RunName;
import runbench.cli.option.SectionedOptions.OptionSection;
import runbench.cli.option.TypedQuantity.ShareConverter;
import runbench.measure.pas2p.TraceAnalysis;
import runbench.pas2p.block.ParallelBlocks.BlockOptions;
import runbench.pas2p.block.Similarity;
import runbench.pas2p.order.LogicalTrace.OrderRule;
import runbench.pas2p.phase.PhaseOptions;

/** Options of the phase search; the numbers are those of the PAS2P thesis. */
@OptionSection("Phase search (numbers: those of the PAS2P thesis)")
final class AnalysisOptions {
    /** Description of a trace as a parameter. */
    static final String TRACE = "The trace: its directory, or a run on many nodes: " + RunName.FORMS + ".";

    @Option(names = "--method", paramLabel = "NAME", defaultValue = "phases", order = 60,
            description = "phases: finds phases in one pass, for traces of any size; ranks may perform independent "
                    + "operations in any order. ticks: the thesis's phases, compared tick by tick. blocks: finds "
                    + "parallel basic blocks first, in memory. Default: ${DEFAULT-VALUE}.")
    private PhaseOptions.Method method;

    @Option(names = "--order", paramLabel = "RULE", defaultValue = "pas2p", order = 61,
            description = "Logical order: pas2p or lamport. Default: ${DEFAULT-VALUE}.")
    private OrderRule rule;

    @Option(names = "--event-share", paramLabel = "SHARE", defaultValue = "80%", converter = ShareConverter.class,
            order = 62,
            description = "Minimum share of similar events for two sequences to be the same phase. An event where "
                    + "the other sequence has none is not counted; the thesis calls it similar. Default: "
                    + "${DEFAULT-VALUE}.")
    private double eventShare;

    @Option(names = "--volume-tolerance", paramLabel = "SHARE", defaultValue = "5%", converter = ShareConverter.class,
            order = 63,
            description = "Maximum difference between the sizes of similar messages. Default: ${DEFAULT-VALUE}.")
    private double volumeTolerance;

    @Option(names = "--compute-tolerance", paramLabel = "SHARE", converter = ShareConverter.class, order = 64,
            description = "With --method blocks: maximum difference between the compute times of similar events "
                    + "(thesis: 5%%)."
                    + " Default: compute times are not compared, because they depend on the load of the machine.")
    private Double computeTolerance;

    @Option(names = "--relevant", paramLabel = "SHARE", defaultValue = "1%", converter = ShareConverter.class,
            order = 65, description = "Minimum share of the run time of a relevant phase. Default: ${DEFAULT-VALUE}.")
    private double relevant;

    @Option(names = "--thesis-time", order = 66,
            description = "Define phase time as in the thesis: from the first event of the slowest process to its "
                    + "first event of its next phase."
                    + " Such times overlap and may add up to more than the run time. The default (frontier) times "
                    + "do not overlap.")
    private boolean thesisTime;

    @Option(names = "--clock-model", paramLabel = "FILE", split = ",", order = 68,
            description = "Clock models of the nodes (NODE.model.json of runbench sync measure). The ranks of all "
                    + "nodes are placed on the time axis of the reference.")
    private List<Path> clockModels = List.of();

    private PhaseOptions options() {
        if (!(relevant >= 0 && relevant <= 1)) {
            throw RunbenchException.badInput("--relevant " + relevant + ": a share is between 0 and 1");
        }
        if (computeTolerance != null && method != PhaseOptions.Method.BLOCKS) {
            throw RunbenchException.badInput("--compute-tolerance needs --method blocks").remedy("add --method blocks");
        }
        try {
            Similarity similarity = new Similarity(eventShare, volumeTolerance);
            BlockOptions blocks = new BlockOptions(volumeTolerance, true,
                    computeTolerance == null ? 0 : computeTolerance, computeTolerance != null);
            return new PhaseOptions(rule, method, similarity, blocks, relevant, thesisTime,
                    PhaseOptions.DEFAULT.maxPhaseTicks());
        } catch (IllegalArgumentException e) {
            throw RunbenchException.badInput("--event-share, --volume-tolerance: " + e.getMessage());
        }
    }

    /** Returns the analysis with these options. */
    TraceAnalysis analysis(ProgressDisplay display) {
        return new TraceAnalysis(options(), clockModels, display);
    }
}
