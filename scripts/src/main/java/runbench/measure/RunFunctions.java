package runbench.measure;

import java.nio.file.Path;
import java.util.List;
import runbench.base.error.RunbenchException;
import runbench.base.progress.ProgressDisplay;
import runbench.parser.record.PointerStatus;
import runbench.parser.record.Recording;
import runbench.parser.series.Envelopes;
import runbench.parser.structure.Structure;
import runbench.parser.structure.StructureAnalysis;
import runbench.parser.symbols.FunctionProfile;
import runbench.parser.symbols.KeptSymbols;
import runbench.parser.symbols.PhaseFunctions;
import runbench.parser.symbols.SampledCode;
import runbench.parser.symbols.SymbolPlaces;
import runbench.parser.symbols.SymbolResolver;
import runbench.parser.view.Requested;
import runbench.parser.view.RunView;

/** What ran during a run: the code that was sampled, and the names of its functions, which are kept beside the recording. */
public final class RunFunctions {
    private static final String KEPT = "symbols.json";

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

    /** Names what was sampled and keeps the names, right after the run: later the program may be another. */
    static void keep(Recording recording, SampledCode code) {
        if (code.status() == PointerStatus.RECORDED) {
            new SymbolResolver(SymbolPlaces.afterTheRun(), Demangler::demangle).resolve(code).write(kept(recording.path()));
        }
    }

    /**
     * Of a recording that is there; where no names were kept they are looked up in the program's files as they are now.
     *
     * @param byPhase look for phases in its counters too
     * @throws RunbenchException (bad input) its samples do not say where they were taken
     */
    public static RunFunctions of(Recording recording, ProgressDisplay display, boolean byPhase) {
        requirePointers(recording);
        RunView view = RunView.of(recording, List.of());
        Requested<SampledCode> code = view.gathered(SampledCode.collector(view.periods()));
        Requested<Structure> structure = byPhase ? view.gathered(StructureAnalysis.collector(view.periods(), Envelopes.defaultAxis(view.periods()))) : null;
        view.read(display.start("reading samples", " records"));
        display.close();
        return new RunFunctions(code.get(), KeptSymbols.read(kept(recording.path()))
                .orElseGet(() -> new SymbolResolver(SymbolPlaces.later(), Demangler::demangle).resolve(code.get())), structure == null ? null : structure.get());
    }

    private static void requirePointers(Recording recording) {
        PointerStatus status = recording.metadata().instructionPointers();
        String what = recording.path() + ": its samples do not say where in the program they were taken: ";
        switch (status) {
            case RECORDED -> { }
            case POLLED -> throw RunbenchException.badInput(what + "its counters were polled from outside")
                    .remedy("run again with --mode kernel and a period up to 10 ms");
            case EMULATED -> throw RunbenchException.badInput(what + "it was emulated").remedy("run again without --emulate");
            case CPUS -> throw RunbenchException.badInput(what + "CPUs were observed, not tasks").remedy("observe a command or a process: -p PID");
            case LEFT_OUT -> throw RunbenchException.badInput(what + "--no-pointers left that out").remedy("run again without --no-pointers");
            case OLD -> throw RunbenchException.badInput(what + "it was made before that was recorded").remedy("run again");
        }
    }

    /** What ran, whole run. */
    public FunctionProfile whole() {
        return FunctionProfile.of(code, symbols);
    }

    /** What ran in each phase of its counters; empty where these show none, or were not looked at. */
    public List<PhaseFunctions> phases() {
        return structure == null ? List.of() : PhaseFunctions.of(code, symbols, structure);
    }
}
