package runbench.report;

import java.util.Collection;
import java.util.function.ToDoubleFunction;

/** What marks are made of: one number of each of many things. */
final class Columns {
    private Columns() {
    }

    static <T> double[] of(Collection<T> rows, ToDoubleFunction<? super T> number) {
        return rows.stream().mapToDouble(number).toArray();
    }
}
