package runbench.parser.symbols;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import runbench.parser.record.Labeled;

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
