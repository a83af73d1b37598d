package runbench.measure.pas2p;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import runbench.base.home.ProductVersion;
import runbench.base.progress.Progress.ProgressDisplay;
import runbench.pas2p.hierarchy.PhaseHierarchy;
import runbench.pas2p.signature.Repeatability;
import runbench.pas2p.signature.Signature;
import runbench.pas2p.signature.SignatureBuilder;
import runbench.pas2p.signature.SignatureFiles;
import runbench.pas2p.signature.SignatureOptions;
import runbench.pas2p.signature.SignedLevel;
import runbench.pas2p.trace.MpiTrace;

/** Builds a signature from a trace: selects occurrences of its phases, and writes them into one file. */
public final class SignatureBuild {
    /**
     * The input of a signature.
     *
     * @param trace directory of the traced run, or one directory per node
     * @param sampling wanted error, confidence, and the part of the run to measure in
     * @param level selects the phases of the hierarchy; null: the level with the smallest expected error
     * @param inputs files that the program reads
     * @param repeats traces of further runs of the same command
     */
    public record Request(List<Path> trace, SignatureOptions sampling, Function<PhaseHierarchy, SignedLevel> level,
            List<Path> inputs, List<Path> repeats) {}

    private SignatureBuild() {
    }

    /**
     * Builds and writes a signature.
     *
     * @param analysis reads the trace and finds its phases
     * @param file file to write
     */
    public static Signature write(Request request, TraceAnalysis analysis, Path file, ProgressDisplay display)
            throws IOException {
        MpiTrace trace = analysis.open(request.trace());
        PhaseHierarchy hierarchy = PhaseHierarchy.of(analysis.phases(trace));
        Repeatability runs = request.repeats().isEmpty() ? Repeatability.NOT_KNOWN
                : Repeatability.of(trace, request.repeats(), hierarchy.analysis().options().rule(),
                        display.start("comparing", "events"));
        SignedLevel level = request.level() == null
                ? SignedLevel.best(hierarchy, trace.locations(), request.sampling(), runs)
                : request.level().apply(hierarchy).repeating(runs);
        String source = request.trace().stream().map(Path::toString).collect(Collectors.joining(" "));
        Signature signature = SignatureBuilder.build(trace, level, request.sampling(), source, request.inputs(),
                ProductVersion.RUNBENCH, display.start("cutting", "events"));
        display.close();
        SignatureFiles.write(signature, file);
        return signature;
    }
}
