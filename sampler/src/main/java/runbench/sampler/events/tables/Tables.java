package runbench.sampler.events.tables;

import runbench.parser.table.TableCompiler;
import runbench.base.json.Fields;
import runbench.base.json.Json;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/**
 * The tables of facts that come with this package. They are written in TOML; the build turns them into JSON
 * ({@link TableCompiler}), which loads in a small part of the time when a benchmark is waiting to be started.
 */
final class Tables {
    private Tables() {
    }

    static Fields read(String table) {
        try (InputStream in = Tables.class.getResourceAsStream(table + ".json")) {
            if (in == null) {
                throw new IllegalStateException("table " + table + " was not compiled: build with Maven");
            }
            return new Fields(Json.object(in));
        } catch (IOException e) {
            throw new UncheckedIOException("table " + table, e);
        }
    }
}
