package runbench.parser.table;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import runbench.base.json.Fields;
import runbench.base.json.Json;

/** Tables as {@link TableCompiler} left them beside the classes that need them. */
public final class CompiledTables {
    private CompiledTables() {
    }

    /**
     * @param beside the class in whose package the table stands
     * @param table its name, without an ending
     * @throws IllegalStateException where the build did not make it
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
