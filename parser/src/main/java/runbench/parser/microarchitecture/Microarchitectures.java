package runbench.parser.microarchitecture;

import java.util.List;
import java.util.Locale;
import runbench.base.error.NearestNames;
import runbench.base.error.RunbenchException;
import runbench.base.json.Fields;
import runbench.parser.table.CompiledTables;

/**
 * The tables of this package. Of a processor only its own table is read, because a benchmark is waiting to be started
 * meanwhile.
 */
public final class Microarchitectures {
    private static final String PROCESSORS = "processors";
    /** Of a processor that no table knows. */
    private static final String UNKNOWN = "unknown";
    private static final String EMULATED = "emulated";

    private Microarchitectures() {
    }

    /**
     * The table of a processor; that of its vendor's common events, or of no events at all, where there is none of its
     * own.
     */
    public static Microarchitecture of(ProcessorId processor) {
        String id = idOf(processor);
        Microarchitecture table = TableReader.table(id, read(id));
        return processor.hybrid() ? table : table.ofAlikeCores();
    }

    /** The name of that table, without reading it. */
    public static String idOf(ProcessorId processor) {
        return read(PROCESSORS).list("processor")
                .stream()
                .filter(row -> is(row, processor))
                .map(row -> row.text("table"))
                .findFirst()
                .orElse(UNKNOWN);
    }

    private static boolean is(Fields row, ProcessorId processor) {
        return row.text("vendor").equals(processor.vendor())
                && (!row.has("families") || row.texts("families").contains(String.valueOf(processor.family())))
                && (!row.has("models")
                        || row.texts("models").stream().anyMatch(range -> within(range, processor.model())));
    }

    /** @param range hexadecimal: "1a" or "30-3f" */
    private static boolean within(String range, int model) {
        String[] ends = range.split("-");
        return Integer.parseInt(ends[0], 16) <= model && model <= Integer.parseInt(ends[ends.length - 1], 16);
    }

    /** The machine that the emulator models. */
    public static Microarchitecture emulated() {
        return TableReader.table(EMULATED, read(EMULATED));
    }

    /** @throws RunbenchException exit code 2 for an unknown name, with the nearest ones */
    public static Microarchitecture named(String id) {
        String lower = id.strip().toLowerCase(Locale.ROOT);
        if (!ids().contains(lower)) {
            String near = NearestNames.didYouMean(lower, ids());
            throw RunbenchException.badInput("there is no table of a processor '" + id.strip() + "'")
                    .remedy((near.isEmpty() ? "" : near + " ") + "there are: " + String.join(", ", ids()));
        }
        return TableReader.table(lower, read(lower)).ofAlikeCores();
    }

    /** All that there are, vendor by vendor. */
    public static List<String> ids() {
        return read(PROCESSORS).texts("tables");
    }

    private static Fields read(String table) {
        return CompiledTables.read(Microarchitectures.class, table);
    }
}
