package runbench.parser.table;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import runbench.base.json.Fields;
import runbench.base.json.Json;

/** The tables that {@link TableCompiler} writes into the packages of the classes that use them. */
public final class CompiledTables {
    private CompiledTables() {
    }

    /**
     * Reads a table.
     *
     * @param beside class in the same package as the table
     * @param table name of the table, without extension
     * @throws IllegalStateException the build did not create the table
     */
    public static Fields read(Class<?> beside, String table) {
        try (InputStream in = beside.getResourceAsStream(table + ".json")) {
            if (in == null) {
                throw new IllegalStateException("table " + table + " was not compiled: build with Maven");
            }
            return Fields.ofFile(Json.object(in), "table " + table);
        } catch (IOException e) {
            throw new UncheckedIOException("table " + table, e);
        }
    }
}
