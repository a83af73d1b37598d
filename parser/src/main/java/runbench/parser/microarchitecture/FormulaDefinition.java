package runbench.parser.microarchitecture;

import java.util.Map;
import java.util.Set;

/**
 * One way to compute a metric on a microarchitecture.
 *
 * @param formula of event names, numbers, {@code + - * /} and brackets
 * @param note how it differs from what the metric's name promises elsewhere; may be empty
 * @param estimate why its result is an estimate even where every count is exact; empty when it is none
 * @param codes raw codes of events with which it holds, where processors of one table count several things by one name
 * @param source vendor's document or table that it follows
 */
public record FormulaDefinition(String formula, String note, String estimate, Map<String, Set<Long>> codes,
        String source) {
    public FormulaDefinition {
        codes = Map.copyOf(codes);
    }
}
