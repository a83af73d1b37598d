package runbench.measure;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import runbench.base.error.RunbenchException;
import runbench.base.progress.Progress.ProgressDisplay;
import runbench.parser.record.Metadata.PointerStatus;
import runbench.parser.record.Recording;
import runbench.parser.series.Envelopes;
import runbench.parser.structure.Structure;
import runbench.parser.structure.StructureAnalysis;
import runbench.parser.symbols.FunctionProfile;
import runbench.parser.symbols.FunctionProfile.PhaseFunctions;
import runbench.parser.symbols.FunctionProfile.RunningFunctions;
import runbench.parser.symbols.KeptSymbols;
import runbench.parser.symbols.SampledCode;
import runbench.parser.symbols.StackProfile;
import runbench.parser.symbols.SymbolResolver;
import runbench.parser.symbols.SymbolResolver.SymbolPlaces;
import runbench.parser.view.Requested;
import runbench.parser.view.RunView;
import runbench.parser.window.TimeWindow;

/** The sampled code of a run and the names of its functions, which are kept next to the recording. */
public final class RunFunctions {
    /**
     * Size of a recording up to which samples are kept in memory: about one million samples of eight events, or three
     * million of one event.
     */
    private static final long MAX_BUFFERED_BYTES = 128L << 20;

    private final SampledCode code;
    private final KeptSymbols symbols;
    private final Structure structure;

    private RunFunctions(SampledCode code, KeptSymbols symbols, Structure structure) {
        this.code = code;
        this.symbols = symbols;
        this.structure = structure;
    }

    static Path kept(Path recording) {
        return recording.resolveSibling(RunFolder.SYMBOLS);
    }

    /**
     * Returns the collector of sampled code for a pass over a whole recording. For large recordings it collects only
     * code addresses, so that memory does not grow with the samples.
     */
    static Requested<SampledCode> gathered(RunView view) {
        boolean few = view.periods().recording().path().toFile().length() <= MAX_BUFFERED_BYTES;
        return view.gathered(few ? SampledCode.collector(view.periods()) : SampledCode.placesCollector(view.periods()));
    }

    /** Resolves names directly after the run, because the program's files may change later. */
    static RunFunctions ofRun(SampledCode code, Structure structure) {
        return new RunFunctions(code, code.status() != PointerStatus.RECORDED ? null
                : new SymbolResolver(SymbolPlaces.afterTheRun(), Demangler::demangle).resolve(code), structure);
    }

    /** Resolves names later: from the kept names, or from the program's current files. */
    static RunFunctions later(Recording recording, SampledCode code, Structure structure) {
        return new RunFunctions(code, code.status() != PointerStatus.RECORDED ? null
                : KeptSymbols.read(kept(recording.path()))
                        .orElseGet(() -> new SymbolResolver(SymbolPlaces.later(), Demangler::demangle).resolve(code)),
                structure);
    }

    /** Writes the names next to the recording. */
    void keep(Recording recording) {
        if (symbols != null) {
            symbols.write(kept(recording.path()));
        }
    }

    /** Returns the profile for the run's summary; empty if samples have no code addresses or there are too many. */
    Optional<RunningFunctions> summary() {
        return symbols == null || code.samples() == 0 ? Optional.empty()
                : Optional.of(RunningFunctions.of(whole(), phases()));
    }

    /**
     * Reads the functions of an existing recording. Without kept names they are looked up in the program's current
     * files.
     *
     * @param parts also find phases and the length of the run
     * @throws RunbenchException (bad input) samples have no code addresses
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
            case LEFT_OUT -> throw RunbenchException
                    .badInput(what + "it was made with --no-pointers, or counts the CPUs of a control group")
                    .remedy("run again without --no-pointers and with --scope task");
            case OLD ->
                throw RunbenchException.badInput(what + "it was made before that was recorded").remedy("run again");
        }
    }

    /** Returns the call stacks; empty if they were not recorded, or if there are too many samples. */
    Optional<StackProfile> stacks() {
        return symbols == null || code.samples() == 0 || !code.hasStacks() ? Optional.empty()
                : Optional.of(StackProfile.of(code, symbols));
    }

    /**
     * Reads the call stacks of an existing recording.
     *
     * @throws RunbenchException (bad input) no call stacks were recorded
     */
    public static StackProfile stacksOf(Recording recording, ProgressDisplay display) {
        if (recording.metadata().callGraph().isEmpty()) {
            throw RunbenchException.badInput(recording.path() + ": its samples have no call stacks")
                    .remedy("run again with --call-graph");
        }
        return of(recording, display, false).stacks()
                .orElseThrow(() -> RunbenchException.badInput(recording.path() + ": it has no samples")
                        .remedy("run again with a shorter --period"));
    }

    /** Returns the profile of the whole run. */
    public FunctionProfile whole() {
        return FunctionProfile.of(code, symbols);
    }

    /**
     * Returns a part of a run that was read with {@code parts}.
     *
     * @param from start in seconds on the recording's own axis; null: start of the run
     * @param to end in seconds; null: end of the run
     * @param phase name of a phase; null: any
     * @throws RunbenchException (bad input) there is no such part
     */
    public TimeWindow window(Double from, Double to, String phase) {
        return TimeWindow.of(from, to, phase, structure.resolution().length(), structure);
    }

    /** Returns the profile of a part of the run. */
    public FunctionProfile part(TimeWindow window) {
        return FunctionProfile.of(code, symbols, structure.axis(), nanos -> window.contains(nanos / 1e9));
    }

    /** Returns the profile of each phase; empty if the run has no phases or they were not requested. */
    public List<PhaseFunctions> phases() {
        return structure == null ? List.of() : PhaseFunctions.of(code, symbols, structure);
    }
}
