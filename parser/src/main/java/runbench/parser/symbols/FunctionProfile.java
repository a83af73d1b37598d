package runbench.parser.symbols;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.io.IOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongPredicate;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import org.hipparchus.stat.interval.BinomialProportion;
import org.hipparchus.stat.interval.ConfidenceInterval;
import runbench.parser.series.Axis;
import runbench.parser.structure.Structure;
import runbench.parser.symbols.KeptSymbols.SymbolSource;
import runbench.parser.symbols.NamedPlaces.PlaceLibrary;
import runbench.parser.symbols.StackProfile.StackFrame;
import runbench.parser.window.TimeWindow;

/**
 * The functions and libraries that were sampled in a part of a run.
 *
 * @param samples number of samples in the part; the base of the shares
 * @param unsampledS running time in kernel mode without permission to sample, s; not part of the samples' own time
 * @param functions functions in descending order of samples; with call stacks also callers without samples of their own
 * @param libraries libraries in descending order of samples
 */
public record FunctionProfile(int samples, @JsonProperty("unsampled_s") double unsampledS,
        List<FunctionShare> functions, List<LibraryShare> libraries) {
    private static final double CONFIDENCE = 0.95;

    /** The counts of a library. */
    private static final class Library {
        final PlaceLibrary of;
        int samples;
        int unnamed;

        Library(PlaceLibrary of) {
            this.of = of;
        }

        LibraryShare share() {
            return new LibraryShare(of.library(), of.path(), of.source(), samples, unnamed);
        }
    }

    /** The counts of a function. */
    private static final class Function {
        int samples;
        /** Null: no call stacks were recorded. */
        Integer total;
    }

    /**
     * Returns this profile with a limited number of functions.
     *
     * @param top maximum number of functions
     */
    public FunctionProfile first(int top) {
        return new FunctionProfile(samples, unsampledS, functions.stream().limit(top).toList(), libraries);
    }

    /**
     * Returns this profile with the functions that have the most samples, and with call stacks also those with the most
     * samples in functions that they call.
     *
     * @param top maximum number of functions of each kind
     */
    public FunctionProfile leading(int top) {
        Set<FunctionShare> kept = new HashSet<>(functions.stream().limit(top).toList());
        kept.addAll(byTotal().stream().limit(top).toList());
        return new FunctionProfile(samples, unsampledS, functions.stream().filter(kept::contains).toList(), libraries);
    }

    /** Returns the profile of a whole run. */
    public static FunctionProfile of(SampledCode code, KeptSymbols symbols) {
        return of(code, symbols, Axis.WALL_TIME, nanos -> true);
    }

    /**
     * Returns the profile of a part of a run.
     *
     * @param inside whether a sample belongs to the part, by its time on the axis, ns
     */
    public static FunctionProfile of(SampledCode code, KeptSymbols symbols, Axis axis, LongPredicate inside) {
        return of(code, new NamedPlaces(code, symbols), stacks(code, symbols), axis, inside);
    }

    private static Optional<StackProfile> stacks(SampledCode code, KeptSymbols symbols) {
        return code.hasStacks() ? Optional.of(StackProfile.of(code, symbols)) : Optional.empty();
    }

    private static FunctionProfile of(SampledCode code, NamedPlaces names, Optional<StackProfile> stacks, Axis axis,
            LongPredicate inside) {
        int[] count = new int[code.places().size()];
        int all = 0;
        for (int i = 0; i < code.samples(); i++) {
            if (inside.test(code.nanos(axis, i))) {
                count[code.place(i)]++;
                all++;
            }
        }
        Map<StackFrame, Function> byFrame = new HashMap<>();
        Map<PlaceLibrary, Library> byLibrary = new IdentityHashMap<>();
        for (int p = 0; p < count.length; p++) {
            if (count[p] > 0) {
                Library library = byLibrary.computeIfAbsent(names.library(p), Library::new);
                StackFrame frame = StackFrame.of(names.name(p));
                byFrame.computeIfAbsent(frame, f -> new Function()).samples += count[p];
                library.samples += count[p];
                library.unnamed += frame.named() ? 0 : count[p];
            }
        }
        stacks.ifPresent(s -> addTotals(s, axis, inside, byFrame));
        int samples = all;
        return new FunctionProfile(all, code.unsampledNanos(axis, inside) / 1e9,
                byFrame.entrySet()
                        .stream()
                        .map(e -> share(e.getKey(), e.getValue(), samples))
                        .sorted(Comparator.comparingInt(FunctionShare::samples)
                                .thenComparing(FunctionShare::total, Comparator.nullsFirst(Comparator.naturalOrder()))
                                .reversed()
                                .thenComparing(FunctionShare::function)
                                .thenComparing(FunctionShare::library))
                        .toList(),
                byLibrary.values()
                        .stream()
                        .map(Library::share)
                        .sorted(Comparator.comparingInt(LibraryShare::samples)
                                .reversed()
                                .thenComparing(LibraryShare::path))
                        .toList());
    }

    private static void addTotals(StackProfile stacks, Axis axis, LongPredicate inside,
            Map<StackFrame, Function> byFrame) {
        int[] totals = stacks.totals(stacks.self(axis, inside));
        for (int f = 0; f < totals.length; f++) {
            if (totals[f] > 0) {
                byFrame.computeIfAbsent(stacks.frames().get(f), n -> new Function()).total = totals[f];
            }
        }
    }

    private static FunctionShare share(StackFrame frame, Function counts, int all) {
        double share = (double) counts.samples / all;
        ConfidenceInterval interval = BinomialProportion.getWilsonScoreInterval(all, share, CONFIDENCE);
        return new FunctionShare(frame.function(), frame.library(), frame.named(), counts.samples, share,
                Math.max(0, interval.getLowerBound()), Math.min(1, interval.getUpperBound()), counts.total);
    }

    /**
     * Returns the functions with the most samples in themselves or in functions that they call; empty without stacks.
     */
    public List<FunctionShare> byTotal() {
        return functions.stream()
                .filter(f -> f.total() != null)
                .sorted(Comparator.comparing(FunctionShare::total).reversed().thenComparing(FunctionShare::function))
                .toList();
    }

    /**
     * The share of the samples in one function.
     *
     * @param function name of the function; text in brackets is not a function name: "[no symbol]", "[plt]", "[vdso]"
     * @param library file, kernel or process that contains the function
     * @param named whether the function's name was found
     * @param samples number of samples in the function itself
     * @param share share of the samples, 0..1; it equals the share of the running time, because each sample represents
     *     one period
     * @param low lower end of the share's 95 % interval (binomial, Wilson)
     * @param high upper end of the share's 95 % interval
     * @param total number of samples in the function or in functions that it calls; null: no call stacks were recorded
     */
    public record FunctionShare(String function, String library, boolean named, int samples, double share, double low,
            double high, @JsonInclude(JsonInclude.Include.NON_NULL) Integer total) {}

    /**
     * The share of the samples in a library, with the coverage of its function names.
     *
     * @param library name of the library
     * @param path path of the mapping as the kernel names it
     * @param source source of the function names, or the reason why there are none
     * @param samples number of samples in the library
     * @param unnamed number of samples in functions without a name
     */
    public record LibraryShare(String library, String path, SymbolSource source, int samples, int unnamed) {}

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
            NamedPlaces names = new NamedPlaces(code, symbols);
            Optional<StackProfile> stacks = stacks(code, symbols);
            return structure.phases().stream().map(p -> {
                TimeWindow stays = TimeWindow.of(null, null, p.name(), structure.resolution().length(), structure);
                return new PhaseFunctions(p.name(), p.times(), stays.length(), FunctionProfile.of(code, names, stacks,
                        structure.axis(), nanos -> stays.contains(nanos / 1e9)));
            }).toList();
        }
    }

    /**
     * The functions in which a run and its phases spent most of their time, for the summary.
     *
     * @param samples number of samples, the base of the shares
     * @param unsampledS running time in kernel mode without permission to sample, s; not part of the samples' own time
     * @param functions functions in descending order of samples, at most {@value #MAX_FUNCTIONS}
     * @param byTotal functions in descending order of samples in themselves or in functions that they call, at most
     *     {@value #MAX_FUNCTIONS}; empty: no call stacks were recorded
     * @param phases profiles in the order of the structure's phases; empty if there are none
     */
    public record RunningFunctions(int samples, @JsonProperty("unsampled_s") double unsampledS,
            List<FunctionShare> functions,
            @JsonProperty("by_total") @JsonInclude(JsonInclude.Include.NON_EMPTY) List<FunctionShare> byTotal,
            List<OfPhase> phases) {
        private static final int MAX_FUNCTIONS = 10;
        private static final int MAX_FUNCTIONS_PER_PHASE = 5;

        /**
         * The functions of one phase.
         *
         * @param phase name of the phase
         * @param samples number of samples, the base of the shares
         * @param functions functions in descending order of samples, at most {@value #MAX_FUNCTIONS_PER_PHASE}
         */
        public record OfPhase(String phase, int samples, List<FunctionShare> functions) {
            public OfPhase {
                functions = List.copyOf(functions);
            }
        }

        public RunningFunctions {
            functions = List.copyOf(functions);
            byTotal = byTotal == null ? List.of() : List.copyOf(byTotal);
            phases = List.copyOf(phases);
        }

        public static RunningFunctions of(FunctionProfile whole, List<PhaseFunctions> phases) {
            return new RunningFunctions(whole.samples(), whole.unsampledS(), whole.first(MAX_FUNCTIONS).functions(),
                    whole.byTotal().stream().limit(MAX_FUNCTIONS).toList(),
                    phases.stream()
                            .map(p -> new OfPhase(p.phase(), p.profile().samples(),
                                    p.profile().first(MAX_FUNCTIONS_PER_PHASE).functions()))
                            .toList());
        }
    }

    /** A CSV table of function shares, with one row per function and part of the run. */
    public static final class FunctionCsv implements AutoCloseable {
        private final CSVPrinter csv;

        /** Writes the header. */
        public FunctionCsv(Appendable out) throws IOException {
            csv = new CSVPrinter(out, CSVFormat.DEFAULT.builder().setRecordSeparator('\n').get());
            csv.printRecord(List.of("phase", "function", "library", "samples", "share", "low", "high", "total"));
        }

        /**
         * Writes the rows of one part.
         *
         * @param phase name of the phase; empty for the whole run
         * @param profile profile of the part
         * @param top maximum number of functions
         */
        public void add(String phase, FunctionProfile profile, int top) throws IOException {
            for (FunctionShare f : profile.functions().stream().limit(top).toList()) {
                csv.printRecord(phase, f.function(), f.library(), f.samples(), f.share(), f.low(), f.high(), f.total());
            }
        }

        @Override
        public void close() throws IOException {
            csv.flush();
        }
    }
}
