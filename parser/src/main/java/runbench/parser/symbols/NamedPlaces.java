package runbench.parser.symbols;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import runbench.parser.symbols.KeptSymbols.NamedRange;
import runbench.parser.symbols.KeptSymbols.SymbolSource;
import runbench.parser.symbols.SampledCode.CodePlace;
import runbench.parser.symbols.SampledCode.MappedFile;

/** The names of the functions and libraries of code places. */
final class NamedPlaces {
    private final SampledCode code;
    private final KeptSymbols symbols;
    private final Map<String, PlaceLibrary> libraries = new HashMap<>();

    NamedPlaces(SampledCode code, KeptSymbols symbols) {
        this.code = code;
        this.symbols = symbols;
    }

    /**
     * A function.
     *
     * @param function name, or text in brackets: "[no symbol]", "[vdso]"
     * @param library name of its library
     * @param named whether its name was found
     * @param kernel whether it is code of the kernel
     */
    record Name(String function, String library, boolean named, boolean kernel) {}

    /**
     * A library.
     *
     * @param library name
     * @param path path of the mapping as the kernel names it
     * @param source source of the function names
     */
    record PlaceLibrary(String library, String path, SymbolSource source) {}

    private Optional<KeptSymbols.Library> kept(CodePlace place) {
        return switch (place.memory()) {
            case KERNEL -> symbols.of(KeptSymbols.KERNEL, "", -1);
            case UNKNOWN -> Optional.empty();
            case FILE, ANONYMOUS -> symbols.of(code.files().get(place.file()).path(),
                    code.files().get(place.file()).buildId(), place.pid());
        };
    }

    /** Returns the library of a place; the same object for places of the same library. */
    PlaceLibrary library(int index) {
        CodePlace place = code.places().get(index);
        SymbolSource source = kept(place).map(KeptSymbols.Library::source).orElse(SymbolSource.MEMORY);
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
        return libraries.computeIfAbsent(library + '\n' + path + '\n' + source,
                k -> new PlaceLibrary(library, path, source));
    }

    /** Returns the function of a place. */
    Name name(int index) {
        CodePlace place = code.places().get(index);
        String library = library(index).library();
        String found = kept(place).flatMap(l -> l.at(place.address())).map(NamedRange::name).orElse(null);
        boolean vdso = library.startsWith("[v");
        return new Name(found != null ? found : vdso ? library : "[no symbol]", library, found != null || vdso,
                place.memory() == CodePlace.Memory.KERNEL);
    }
}
