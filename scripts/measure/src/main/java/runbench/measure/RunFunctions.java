package runbench.measure;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import runbench.base.error.RunbenchException;
import runbench.base.progress.ProgressDisplay;
import runbench.parser.record.Metadata.PointerStatus;
import runbench.parser.record.Recording;
import runbench.parser.series.Envelopes;
import runbench.parser.structure.Structure;
import runbench.parser.structure.StructureAnalysis;
import runbench.parser.symbols.FunctionProfile;
import runbench.parser.symbols.KeptSymbols;
import runbench.parser.symbols.PhaseFunctions;
import runbench.parser.symbols.RunningFunctions;
import runbench.parser.symbols.SampledCode;
import runbench.parser.symbols.SymbolPlaces;
import runbench.parser.symbols.SymbolResolver;
import runbench.parser.view.Requested;
import runbench.parser.view.RunView;
import runbench.parser.window.TimeWindow;

/**
 * What ran during a run: the code that was sampled, and the names of its functions, which are kept beside the
 * recording.
 */
public final class RunFunctions {
    private static final String KEPT = "symbols.json";
    /** Of a recording whose samples are kept in memory: about a million of eight events, three million of one. */
    private static final long MOST_BYTES = 128L << 20;

    private final SampledCode code;
    private final KeptSymbols symbols;
    private final Structure structure;

    private RunFunctions(SampledCode code, KeptSymbols symbols, Structure structure) {
        this.code = code;
        this.symbols = symbols;
        this.structure = structure;
    }

    static Path kept(Path recording) {
        return recording.resolveSibling(KEPT);
    }

    /**
     * What a reading of a whole recording gathers for it: of a large one only which code occurs, so that memory does
     * not grow with the samples.
     */
    static Requested<SampledCode> gathered(RunView view) {
        boolean few = view.periods().recording().path().toFile().length() <= MOST_BYTES;
        return view.gathered(few ? SampledCode.collector(view.periods()) : SampledCode.placesCollector(view.periods()));
    }

    /** Right after the run: names what was sampled, as later the program may be another. */
    static RunFunctions ofRun(SampledCode code, Structure structure) {
        return new RunFunctions(code, code.status() != PointerStatus.RECORDED ? null
                : new SymbolResolver(SymbolPlaces.afterTheRun(), Demangler::demangle).resolve(code), structure);
    }

    /** Later: with the names that were kept, else those in the program's files as they are now. */
    static RunFunctions later(Recording recording, SampledCode code, Structure structure) {
        return new RunFunctions(code, code.status() != PointerStatus.RECORDED ? null
                : KeptSymbols.read(kept(recording.path()))
                        .orElseGet(() -> new SymbolResolver(SymbolPlaces.later(), Demangler::demangle).resolve(code)),
                structure);
    }

    /** Keeps the names beside the recording. */
    void keep(Recording recording) {
        if (symbols != null) {
            symbols.write(kept(recording.path()));
        }
    }

    /** For the run's summary; empty where no sample says where it was taken, or these are too many. */
    Optional<RunningFunctions> summary() {
        return symbols == null || code.samples() == 0 ? Optional.empty()
                : Optional.of(RunningFunctions.of(whole(), phases()));
    }

    /**
     * Of a recording that is there; where no names were kept they are looked up in the program's files as they are now.
     *
     * @param parts look for phases in its counters too, and for its length
     * @throws RunbenchException (bad input) its samples do not say where they were taken
     */
    public static RunFunctions of(Recording recording, ProgressDisplay display, boolean parts) {
        requirePointers(recording);
        RunView view = RunView.of(recording, List.of());
        Requested<SampledCode> code = view.gathered(SampledCode.collector(view.periods()));
        Requested<Structure> structure = parts
                ? view.gathered(StructureAnalysis.collector(view.periods(), Envelopes.defaultAxis(view.periods())))
                : null;
        view.read(display.start("reading samples", " records"));
        display.close();
        return later(recording, code.get(), structure == null ? null : structure.get());
    }

    private static void requirePointers(Recording recording) {
        PointerStatus status = recording.metadata().instructionPointers();
        String what = recording.path() + ": its samples do not say where in the program they were taken: ";
        switch (status) {
            case RECORDED -> {
            }
            case POLLED -> throw RunbenchException.badInput(what + "its counters were polled from outside")
                    .remedy("run again with --mode kernel and a period up to 10 ms");
            case EMULATED ->
                throw RunbenchException.badInput(what + "it was emulated").remedy("run again without --emulate");
            case CPUS -> throw RunbenchException.badInput(what + "CPUs were observed, not tasks")
                    .remedy("observe a command or a process: -p PID");
            case LEFT_OUT -> throw RunbenchException.badInput(what + "--no-pointers left that out")
                    .remedy("run again without --no-pointers");
            case OLD ->
                throw RunbenchException.badInput(what + "it was made before that was recorded").remedy("run again");
        }
    }

    /** What ran, whole run. */
    public FunctionProfile whole() {
        return FunctionProfile.of(code, symbols);
    }

    /**
     * A part of the run, which was read with its parts.
     *
     * @param from seconds on the recording's own axis; null for the beginning
     * @param to null for the end
     * @param phase null for any
     * @throws RunbenchException (bad input) where there is no such part
     */
    public TimeWindow window(Double from, Double to, String phase) {
        return TimeWindow.of(from, to, phase, structure.resolution().length(), structure);
    }

    /** What ran in a part of it. */
    public FunctionProfile part(TimeWindow window) {
        return FunctionProfile.of(code, symbols, structure.axis(), nanos -> window.holds(nanos / 1e9));
    }

    /** What ran in each phase of its counters; empty where these show none, or were not looked at. */
    public List<PhaseFunctions> phases() {
        return structure == null ? List.of() : PhaseFunctions.of(code, symbols, structure);
    }
}
