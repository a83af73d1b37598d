package runbench.parser.symbols;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.io.IOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongPredicate;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import org.hipparchus.stat.interval.BinomialProportion;
import org.hipparchus.stat.interval.ConfidenceInterval;
import runbench.parser.series.Axis;
import runbench.parser.structure.Structure;
import runbench.parser.symbols.KeptSymbols.NamedRange;
import runbench.parser.symbols.KeptSymbols.SymbolSource;
import runbench.parser.symbols.SampledCode.CodePlace;
import runbench.parser.symbols.SampledCode.MappedFile;
import runbench.parser.window.TimeWindow;

/**
 * The functions and libraries that were sampled in a part of a run.
 *
 * @param samples number of samples in the part; the base of the shares
 * @param unsampledS running time in kernel mode without permission to sample, s; not part of the samples' own time
 * @param functions functions in descending order of samples
 * @param libraries libraries in descending order of samples
 */
public record FunctionProfile(int samples, @JsonProperty("unsampled_s") double unsampledS,
        List<FunctionShare> functions, List<LibraryShare> libraries) {
    private static final double CONFIDENCE = 0.95;

    private record Name(String function, String library, boolean named) {}

    private static final class Library {
        final LibraryShare head;
        int samples;
        int unnamed;

        Library(String library, String path, SymbolSource source) {
            head = new LibraryShare(library, path, source, 0, 0);
        }

        LibraryShare share() {
            return new LibraryShare(head.library(), head.path(), head.source(), samples, unnamed);
        }
    }

    /**
     * Returns this profile with a limited number of functions.
     *
     * @param top maximum number of functions
     */
    public FunctionProfile first(int top) {
        return new FunctionProfile(samples, unsampledS, functions.stream().limit(top).toList(), libraries);
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
        int[] count = new int[code.places().size()];
        int all = 0;
        for (int i = 0; i < code.samples(); i++) {
            if (inside.test(code.nanos(axis, i))) {
                count[code.place(i)]++;
                all++;
            }
        }
        Map<Name, Integer> byName = new HashMap<>();
        Map<String, Library> byLibrary = new HashMap<>();
        for (int p = 0; p < count.length; p++) {
            if (count[p] > 0) {
                Library library = library(code, symbols, code.places().get(p), byLibrary);
                Name name = name(code, symbols, code.places().get(p), library);
                byName.merge(name, count[p], Integer::sum);
                library.samples += count[p];
                library.unnamed += name.named ? 0 : count[p];
            }
        }
        int samples = all;
        return new FunctionProfile(all, code.unsampledNanos(axis, inside) / 1e9,
                byName.entrySet()
                        .stream()
                        .map(e -> share(e.getKey(), e.getValue(), samples))
                        .sorted(Comparator.comparingInt(FunctionShare::samples)
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

    private static FunctionShare share(Name name, int samples, int all) {
        ConfidenceInterval interval = BinomialProportion.getWilsonScoreInterval(all, (double) samples / all,
                CONFIDENCE);
        return new FunctionShare(name.function, name.library, name.named, samples, (double) samples / all,
                Math.max(0, interval.getLowerBound()), Math.min(1, interval.getUpperBound()));
    }

    private static Optional<KeptSymbols.Library> kept(SampledCode code, KeptSymbols symbols, CodePlace place) {
        return switch (place.memory()) {
            case KERNEL -> symbols.of(KeptSymbols.KERNEL, "", -1);
            case UNKNOWN -> Optional.empty();
            case FILE, ANONYMOUS -> symbols.of(code.files().get(place.file()).path(),
                    code.files().get(place.file()).buildId(), place.pid());
        };
    }

    private static Library library(SampledCode code, KeptSymbols symbols, CodePlace place, Map<String, Library> known) {
        Optional<KeptSymbols.Library> kept = kept(code, symbols, place);
        SymbolSource source = kept.map(KeptSymbols.Library::source).orElse(SymbolSource.MEMORY);
        MappedFile file = place.file() < 0 ? null : code.files().get(place.file());
        String path = file == null ? "" : file.path();
        String process = code.process(place.pid()).isEmpty() ? "process " + place.pid() : code.process(place.pid());
        String library = switch (place.memory()) {
            case FILE -> file.library();
            case KERNEL -> KeptSymbols.KERNEL;
            case UNKNOWN -> "[unknown memory of " + process + "]";
            case ANONYMOUS -> source == SymbolSource.MEMORY ? path
                    : source == SymbolSource.PERF_MAP ? "[JIT code of " + process + "]"
                            : "[anonymous memory of " + process + "]";
        };
        return known.computeIfAbsent(library + '\n' + path + '\n' + source, k -> new Library(library, path, source));
    }

    private static Name name(SampledCode code, KeptSymbols symbols, CodePlace place, Library library) {
        String found = kept(code, symbols, place).flatMap(l -> l.at(place.address()))
                .map(NamedRange::name)
                .orElse(null);
        boolean vdso = library.head.library().startsWith("[v");
        return new Name(found != null ? found : vdso ? library.head.library() : "[no symbol]", library.head.library(),
                found != null || vdso);
    }

    /**
     * The share of the samples in one function.
     *
     * @param function name of the function; text in brackets is not a function name: "[no symbol]", "[plt]", "[vdso]"
     * @param library file, kernel or process that contains the function
     * @param named whether the function's name was found
     * @param samples number of samples
     * @param share share of the samples, 0..1; it equals the share of the running time, because each sample represents
     *     one period
     * @param low lower end of the share's 95 % interval (binomial, Wilson)
     * @param high upper end of the share's 95 % interval
     */
    public record FunctionShare(String function, String library, boolean named, int samples, double share, double low,
            double high) {}

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
            return structure.phases().stream().map(p -> {
                TimeWindow stays = TimeWindow.of(null, null, p.name(), structure.resolution().length(), structure);
                return new PhaseFunctions(p.name(), p.times(), stays.length(),
                        FunctionProfile.of(code, symbols, structure.axis(), nanos -> stays.contains(nanos / 1e9)));
            }).toList();
        }
    }

    /**
     * The functions in which a run and its phases spent most of their time, for the summary.
     *
     * @param samples number of samples, the base of the shares
     * @param unsampledS running time in kernel mode without permission to sample, s; not part of the samples' own time
     * @param functions functions in descending order of samples, at most {@value #MAX_FUNCTIONS}
     * @param phases profiles in the order of the structure's phases; empty if there are none
     */
    public record RunningFunctions(int samples, @JsonProperty("unsampled_s") double unsampledS,
            List<FunctionShare> functions, List<OfPhase> phases) {
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
            phases = List.copyOf(phases);
        }

        public static RunningFunctions of(FunctionProfile whole, List<PhaseFunctions> phases) {
            return new RunningFunctions(whole.samples(), whole.unsampledS(), whole.first(MAX_FUNCTIONS).functions(),
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
            csv.printRecord(List.of("phase", "function", "library", "samples", "share", "low", "high"));
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
                csv.printRecord(phase, f.function(), f.library(), f.samples(), f.share(), f.low(), f.high());
            }
        }

        @Override
        public void close() throws IOException {
            csv.flush();
        }
    }
}
