package runbench.parser.symbols;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongPredicate;
import org.hipparchus.stat.interval.BinomialProportion;
import org.hipparchus.stat.interval.ConfidenceInterval;
import runbench.parser.series.Axis;
import runbench.parser.symbols.KeptSymbols.NamedRange;
import runbench.parser.symbols.KeptSymbols.SymbolSource;
import runbench.parser.symbols.SampledCode.CodePlace;
import runbench.parser.symbols.SampledCode.MappedFile;

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
        return switch (place.in()) {
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
        String library = switch (place.in()) {
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
     * @param unnamed number of these samples in functions without a name
     */
    public record LibraryShare(String library, String path, SymbolSource source, int samples, int unnamed) {}
}
