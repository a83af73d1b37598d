package runbench.parser.symbols;

import java.nio.file.Path;

/**
 * Where names of functions are looked for beside the mapped files.
 *
 * @param debug folder of separate debug files
 * @param perfMaps folder where JIT compilers write perf-PID.map; null: not looked at
 * @param kernelSymbols the kernel's list; null: not looked at
 */
public record SymbolPlaces(Path debug, Path perfMaps, Path kernelSymbols) {
    private static final Path DEBUG = Path.of("/usr/lib/debug");

    /** Of a run that has just ended on this machine. */
    public static SymbolPlaces afterTheRun() {
        return new SymbolPlaces(DEBUG, Path.of("/tmp"), Path.of("/proc/kallsyms"));
    }

    /** Of one that ended long ago: the kernel lies elsewhere since, and process ids belong to others. */
    public static SymbolPlaces later() {
        return new SymbolPlaces(DEBUG, null, null);
    }
}
