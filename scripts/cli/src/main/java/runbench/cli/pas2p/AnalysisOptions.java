package runbench.cli.pas2p;

import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;
import runbench.align.clock.NodeClocks;
import runbench.base.error.RunbenchException;
import runbench.cli.option.OptionSection;
import runbench.cli.option.ShareConverter;
import runbench.cli.output.Terminal;
import runbench.pas2p.block.BlockOptions;
import runbench.pas2p.efficiency.EfficiencyAnalysis;
import runbench.pas2p.order.OrderRule;
import runbench.pas2p.phase.PhaseAnalysis;
import runbench.pas2p.phase.PhaseOptions;
import runbench.pas2p.phase.Similarity;
import runbench.pas2p.trace.MpiTrace;
import runbench.pas2p.trace.RankTimelines;

/** How phases are found; shared by the commands that find them. Defaults are the PAS2P thesis's. */
@OptionSection("How phases are found (defaults: the PAS2P thesis's)")
final class AnalysisOptions {
    @Option(names = "--method", paramLabel = "METHOD", defaultValue = "phases", order = 60,
            description = "phases (as they come: any size of trace) or blocks (parallel basic blocks first: in memory). Default: ${DEFAULT-VALUE}.")
    PhaseOptions.Method method;

    @Option(names = "--order", paramLabel = "RULE", defaultValue = "pas2p", order = 61,
            description = "Logical order: pas2p or lamport. Default: ${DEFAULT-VALUE}.")
    OrderRule rule;

    @Option(names = "--event-share", paramLabel = "SHARE", defaultValue = "80%", converter = ShareConverter.class,
            order = 62,
            description = "Two stretches are one phase when this share of their events is similar. Default: ${DEFAULT-VALUE}.")
    double eventShare;

    @Option(names = "--volume-tolerance", paramLabel = "SHARE", defaultValue = "5%", converter = ShareConverter.class,
            order = 63, description = "Messages whose sizes differ by less are similar. Default: ${DEFAULT-VALUE}.")
    double volumeTolerance;

    @Option(names = "--compute-tolerance", paramLabel = "SHARE", converter = ShareConverter.class, order = 64,
            description = "With --method blocks: compare compute times too, equal when they differ by less (thesis: 5%%;"
                    + " not compared by default, as they depend on the machine's load).")
    Double computeTolerance;

    @Option(names = "--relevant", paramLabel = "SHARE", defaultValue = "1%", converter = ShareConverter.class,
            order = 65,
            description = "A phase is relevant from this share of the run's time on. Default: ${DEFAULT-VALUE}.")
    double relevant;

    @Option(names = "--thesis-time", order = 66,
            description = "Phase time as in the thesis: the slowest process from its first event to its last. These overlap"
                    + " and may sum to more than the run; the default (frontier) times tile it.")
    boolean thesisTime;

    @Option(names = "--clock-shift", paramLabel = "HOST=NS", split = ",", order = 67,
            description = "Nanoseconds to add to the times of a node's ranks, to bring several nodes into one time.")
    java.util.Map<String, Long> clockShift = java.util.Map.of();

    @Option(names = "--clock-model", paramLabel = "FILE", split = ",", order = 68,
            description = "Clock models of the nodes (NODE.model.json of runbench sync, clock realtime): bring the ranks of several"
                    + " nodes into the reference's time.")
    List<Path> clockModels = List.of();

    PhaseOptions options() {
        if (!(relevant >= 0 && relevant <= 1)) {
            throw RunbenchException.badInput("--relevant " + relevant + ": a share is between 0 and 1");
        }
        if (computeTolerance != null && method != PhaseOptions.Method.BLOCKS) {
            throw RunbenchException.badInput("--compute-tolerance is about blocks").remedy("add --method blocks");
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

    MpiTrace open(List<Path> places, Terminal terminal) {
        MpiTrace trace = MpiTrace.open(places, RankTimelines.NONE, terminal.start("checking", "B"));
        if (!clockModels.isEmpty()) {
            if (!clockShift.isEmpty()) {
                throw RunbenchException.badInput("--clock-model and --clock-shift are two ways of saying the same")
                        .remedy("give one of them");
            }
            return trace.in(NodeClocks.of(trace, clockModels));
        }
        if (clockShift.isEmpty()) {
            return trace;
        }
        return trace.in(NodeClocks.shifted(trace, clockShift));
    }

    /** Phases and what they cost. */
    EfficiencyAnalysis efficiency(MpiTrace trace, Terminal terminal) {
        EfficiencyAnalysis efficiency = EfficiencyAnalysis.withPhases(trace, options(),
                terminal.start("ordering", "events"), () -> terminal.start("following causes", "events"));
        terminal.close();
        return efficiency;
    }

    PhaseAnalysis analyse(MpiTrace trace, Terminal terminal) {
        PhaseAnalysis analysis = PhaseAnalysis.of(trace, options(), terminal.start("ordering", "events"));
        terminal.close();
        return analysis;
    }
}
