package runbench.parser.symbols;

import java.nio.file.Path;

/**
 * The sources of function names other than the mapped files.
 *
 * @param debug folder of separate debug files
 * @param perfMaps folder with the perf-PID.map files of JIT compilers; null: not searched
 * @param kernelSymbols the kernel's symbol list; null: not searched
 */
public record SymbolPlaces(Path debug, Path perfMaps, Path kernelSymbols) {
    private static final Path DEBUG = Path.of("/usr/lib/debug");

    /** Returns the sources for a run that has just ended on this machine. */
    public static SymbolPlaces afterTheRun() {
        return new SymbolPlaces(DEBUG, Path.of("/tmp"), Path.of("/proc/kallsyms"));
    }

    /**
     * Returns the sources for an older run. The kernel's addresses have changed since, and process ids belong to other
     * processes.
     */
    public static SymbolPlaces later() {
        return new SymbolPlaces(DEBUG, null, null);
    }
}
