package runbench.parser.symbols;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import runbench.parser.record.Labeled;

/** Where the names of a library's functions came from, or why there are none. */
public enum SymbolSource implements Labeled {
    SYMBOL_TABLE("symbol table"), DEBUG_FILE("separate debug file"),
    /** The file is stripped: functions that it does not export have no names. */
    EXPORTED("exported functions only"),
    /** Neither a symbol table nor exported functions. */
    NONE("no symbols"),
    /** It had been removed, or is not to be seen from here. */
    MISSING("file not found"),
    /** Its build id is another one than during the run. */
    CHANGED("file changed since the run"), UNREADABLE("file not readable"), KERNEL_SYMBOLS("kernel symbols"),
    /** The kernel hides its addresses, or the names were asked for only after the run. */
    KERNEL_HIDDEN("kernel symbols hidden"),
    /** What a JIT compiler wrote down: /tmp/perf-PID.map. */
    PERF_MAP("perf map"), NO_PERF_MAP("no perf map"),
    /** Memory that has no names: the vdso, or where nothing was known to be mapped. */
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
