package runbench.pas2p.signature;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import runbench.base.digest.Digests;

/** Signatures whose cuts a test chooses, of programs with known events. */
public final class PlannedSignature {
    private PlannedSignature() {
    }

    /**
     * @param cuts ascending cuts; two neighbours enclose one occurrence, and the last cut is the stop
     */
    public static Signature of(Signature.Program program, String mpi, List<long[]> cuts) {
        int ranks = cuts.get(0).length;
        List<Signature.Wanted> measure = new ArrayList<>();
        for (int i = 0; i + 1 < cuts.size(); i++) {
            measure.add(new Signature.Wanted(0, 0, i, 0.001, 0.5, cuts.get(i), cuts.get(i + 1)));
        }
        return new Signature(Signature.FORMAT, Signature.VERSION, new Signature.Made("here", "", "", "run1"), program,
                mpi, ranks, IntStream.range(0, ranks).mapToObj(r -> new Signature.Location(r, 0)).toList(), false,
                new Signature.Trace(1, 0, 0, 1, 0, 0.5, 0, 0, 0, 0, 0, 0, SignedLevel.PHASES), List.of(), measure,
                cuts.get(cuts.size() - 1), 0.5, 0.03, 0.95, 0.05, List.of());
    }

    /**
     * Returns the same signature as if it was built of two traces.
     *
     * @param stopContents as in {@link Signature.Repeated}
     */
    public static Signature repeated(Signature s, List<String> stopContents) {
        return new Signature(s.format(), s.version(), s.made(), s.program(), s.mpi(), s.ranks(), s.locations(),
                s.threadsMultiple(), s.trace(), s.phases(), s.measure(), s.stop(), s.runShare(), s.errorWanted(),
                s.confidence(), s.within(), s.warnings(),
                new Signature.Repeated(List.of("run2"), List.of(), 0, 0, 0, 1.0, stopContents), null);
    }

    /**
     * Returns the program in its present state, without libraries.
     *
     * @param inputs files that it read
     */
    public static Signature.Program program(List<String> command, Path executable, List<Path> inputs)
            throws IOException {
        List<Signature.Digested> digested = new ArrayList<>();
        for (Path input : inputs) {
            digested.add(new Signature.Digested(input.toString(), 1, Digests.of(input)));
        }
        return new Signature.Program(command, "", executable.toString(), Digests.of(executable), List.of(), digested,
                null);
    }
}
