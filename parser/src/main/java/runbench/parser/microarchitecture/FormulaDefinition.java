package runbench.parser.microarchitecture;

import java.util.Map;
import java.util.Set;

/**
 * One formula of a metric on a microarchitecture.
 *
 * @param formula formula on event names, numbers, {@code + - * /} and brackets
 * @param note difference from the usual meaning of the metric's name; may be empty
 * @param estimate reason why the result is an estimate even if every count is exact; empty if it is none
 * @param codes raw codes of events for which it holds, if processors of one table use one name for several events
 * @param source vendor's document or table of the formula
 */
public record FormulaDefinition(String formula, String note, String estimate, Map<String, Set<Long>> codes,
        String source) {
    public FormulaDefinition {
        codes = Map.copyOf(codes);
    }
}
