package runbench.parser.symbols;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import runbench.base.error.RunbenchException;
import runbench.base.file.OutputFile;
import runbench.parser.record.Labeled;

/**
 * The functions that a run executed, with their names at the end of the run. A later build of the program has other
 * functions.
 *
 * @param format format of the file, {@value #FORMAT}
 * @param version version of the format
 * @param libraries libraries that were mapped and sampled
 */
public record KeptSymbols(String format, int version, List<Library> libraries) {
    static final String FORMAT = "runbench symbols";
    static final int VERSION = 1;
    /** Path of the kernel among the libraries. */
    public static final String KERNEL = "[kernel]";
    private static final ObjectMapper JSON = new ObjectMapper()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

    /**
     * The functions of one file, process or kernel.
     *
     * @param path path of the mapping as the kernel names it
     * @param buildId build id in lower-case hexadecimal; empty if there is none
     * @param pid process that owns the memory; -1 for files and the kernel
     * @param source source of the function names
     * @param functions functions in ascending order of their starts: offsets in a file, otherwise addresses
     */
    public record Library(String path, @JsonProperty("build_id") String buildId, int pid, SymbolSource source,
            List<NamedRange> functions) {
        public Library {
            functions = List.copyOf(functions);
        }

        /** Returns the innermost function at an offset or address. */
        Optional<NamedRange> at(long address) {
            int low = 0;
            int high = functions.size();
            while (low < high) {
                int middle = low + high >>> 1;
                if (Long.compareUnsigned(functions.get(middle).start(), address) <= 0) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            while (--low >= 0) {
                if (functions.get(low).contains(address)) {
                    return Optional.of(functions.get(low));
                }
            }
            return Optional.empty();
        }
    }

    public KeptSymbols {
        libraries = List.copyOf(libraries);
    }

    static KeptSymbols of(List<Library> libraries) {
        return new KeptSymbols(FORMAT, VERSION, libraries);
    }

    /**
     * Returns the library of a place.
     *
     * @return empty if its names were not looked up
     */
    Optional<Library> of(String path, String buildId, int pid) {
        return libraries.stream()
                .filter(l -> l.path.equals(path) && l.pid == pid
                        && (buildId.isEmpty() || l.buildId.equals(buildId) || l.buildId.isEmpty()
                                || l.source == SymbolSource.CHANGED))
                .findFirst();
    }

    /**
     * Returns the name of the function at an offset of a file.
     *
     * @return empty if it has none
     */
    public Optional<String> function(String path, long offset) {
        return of(path, "", -1).flatMap(l -> l.at(offset)).map(NamedRange::name);
    }

    /**
     * Writes the symbols to a file.
     *
     * @throws RunbenchException the file cannot be written
     */
    public void write(Path file) {
        try {
            OutputFile.write(file, JSON.writeValueAsBytes(this));
        } catch (IOException e) {
            throw RunbenchException.machine(file + ": cannot be written: " + e.getMessage()).causedBy(e);
        }
    }

    /**
     * Reads the symbols of a file.
     *
     * @return empty if the file does not exist
     * @throws RunbenchException (bad input) the file does not have this format
     */
    public static Optional<KeptSymbols> read(Path file) {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            KeptSymbols read = JSON.readValue(file.toFile(), KeptSymbols.class);
            if (!FORMAT.equals(read.format) || read.version != VERSION) {
                throw new IOException("format " + read.format + ", version " + read.version);
            }
            return Optional.of(read);
        } catch (IOException | RuntimeException e) {
            throw RunbenchException
                    .badInput(file + ": holds no names of functions: " + e.getMessage().lines().findFirst().orElse(""))
                    .remedy("remove it: they are then looked up in the program's files again")
                    .causedBy(e);
        }
    }

    /**
     * A function and its range.
     *
     * @param start offset in its file, or address in memory
     * @param size size, bytes; for a function without a size, the largest sampled extent
     * @param name name of the function
     */
    public record NamedRange(long start, long size, String name) {
        boolean contains(long at) {
            return Long.compareUnsigned(at - start, size) < 0;
        }
    }

    /** The source of a library's function names, or the reason why there are none. */
    public enum SymbolSource implements Labeled {
        SYMBOL_TABLE("symbol table"), DEBUG_FILE("separate debug file"),
        /** The file is stripped: functions that it does not export have no names. */
        EXPORTED("exported functions only"),
        /** The file has neither a symbol table nor exported functions. */
        NONE("no symbols"),
        /** The file had been removed, or is not accessible. */
        MISSING("file not found"),
        /** The build id of the file differs from that during the run. */
        CHANGED("file changed since the run"), UNREADABLE("file not readable"), KERNEL_SYMBOLS("kernel symbols"),
        /** The kernel hides its addresses, or the names were requested only after the run. */
        KERNEL_HIDDEN("kernel symbols hidden"),
        /** Names come from the file of a JIT compiler: /tmp/perf-PID.map. */
        PERF_MAP("perf map"), NO_PERF_MAP("no perf map"),
        /** The memory has no names: the vdso, or memory without a known mapping. */
        MEMORY("memory");

        private final String label;

        SymbolSource(String label) {
            this.label = label;
        }

        @Override
        @JsonValue
        public String label() {
            return label;
        }

        @JsonCreator
        static SymbolSource of(String label) {
            for (SymbolSource source : values()) {
                if (source.label.equals(label)) {
                    return source;
                }
            }
            return MEMORY;
        }
    }
}
