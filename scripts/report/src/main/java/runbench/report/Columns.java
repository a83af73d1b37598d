package runbench.report;

import java.util.Collection;
import java.util.function.ToDoubleFunction;

/** Extracts columns of numbers from rows. */
final class Columns {
    private Columns() {
    }

    static <T> double[] of(Collection<T> rows, ToDoubleFunction<? super T> number) {
        return rows.stream().mapToDouble(number).toArray();
    }
}
