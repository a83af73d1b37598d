package runbench.parser.compare;

import java.util.Set;
import runbench.parser.record.Labeled;
import runbench.parser.table.CompiledTables;

/** The better direction of a quantity. */
public enum Direction implements Labeled {
    LOWER("lower is better"), HIGHER("higher is better"),
    /** The quantity describes how a program works, not how well. */
    NEITHER("neither way is better");

    private final String label;

    Direction(String label) {
        this.label = label;
    }

    @Override
    @com.fasterxml.jackson.annotation.JsonValue
    public String label() {
        return label;
    }

    /** Returns the direction of a metric from the table of this package. */
    static Direction ofMetric(String name) {
        return Table.HIGHER_IS_BETTER.contains(name) ? HIGHER : Table.LOWER_IS_BETTER.contains(name) ? LOWER : NEITHER;
    }

    /** The table, read on first use. */
    private static final class Table {
        static final Set<String> HIGHER_IS_BETTER = names("higher");
        static final Set<String> LOWER_IS_BETTER = names("lower");

        private static Set<String> names(String key) {
            return Set.copyOf(CompiledTables.read(Direction.class, "directions").texts(key));
        }
    }
}
