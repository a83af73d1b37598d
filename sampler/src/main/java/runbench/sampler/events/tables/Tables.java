package runbench.sampler.events.tables;

import runbench.base.json.Fields;
import runbench.parser.table.CompiledTables;
import runbench.parser.table.TableCompiler;

/**
 * The tables of facts that come with this package. They are written in TOML; the build turns them into JSON
 * ({@link TableCompiler}), which loads in a small part of the time when a benchmark is waiting to be started.
 */
final class Tables {
    private Tables() {
    }

    static Fields read(String table) {
        return CompiledTables.read(Tables.class, table);
    }
}
