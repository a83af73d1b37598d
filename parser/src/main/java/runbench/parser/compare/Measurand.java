package runbench.parser.compare;

import java.util.Set;
import runbench.parser.record.Labeled;
import runbench.parser.table.CompiledTables;

/**
 * A quantity of a whole run by which runs are compared.
 *
 * @param name as in summary.json: {@code wall_s}, {@code page-faults}, {@code ipc}
 * @param unit of the values; may be empty
 * @param title name for users
 * @param direction the better direction
 * @param time whether it is a duration, of which less is "faster"
 */
public record Measurand(String name, String title, String unit, Direction direction, boolean time) {
    public static final Measurand WALL = time("wall_s", "wall time");
    public static final Measurand CPU = time("cpu_s", "CPU time");
    public static final Measurand RUN = time("run_s", "running time counted");

    private static Measurand time(String name, String title) {
        return new Measurand(name, title, "s", Direction.LOWER, true);
    }

    // Explicit because Java links the generated methods of a record at their first call, which delays every start.
    @Override
    public boolean equals(Object other) {
        return other instanceof Measurand m && name.equals(m.name) && title.equals(m.title) && unit.equals(m.unit)
                && direction == m.direction && time == m.time;
    }

    @Override
    public int hashCode() {
        return name.hashCode();
    }

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
            return Table.HIGHER_IS_BETTER.contains(name) ? HIGHER
                    : Table.LOWER_IS_BETTER.contains(name) ? LOWER : NEITHER;
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
}
