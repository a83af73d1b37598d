package runbench.parser.metrics;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import runbench.base.stats.Interval;
import runbench.parser.check.CheckMark;

/**
 * A metric of a run as summary.json holds it. What could not be computed is null: it is not 0.
 *
 * @param status what became of it
 * @param reason why it is an estimate or was not computed; null when computed
 * @param value of the whole run: the formula on the final counts
 * @param lowest of any regular period; null when no period tells it alone
 * @param highest of any regular period; null when no period tells it alone
 * @param unit of the values
 * @param formula the one used, or the first one when none could be; null where the processor has none
 * @param computedFrom formula, source and scope in words; null when not computed
 * @param check what came of holding it against kernels of known counts on the machine that recorded
 * @param interval that holds the true value: surely where nothing was estimated, with 95 % confidence where events took
 *     turns; null where nobody can tell. Whether its events count what they say is for {@code check}
 * @param shareMeasured smallest share of the running time in which one of its events was counted, 0..1
 */
public record MetricSummary(String name, String title, MetricStatus status, String reason, Double value, Double lowest,
        Double highest, String unit, String formula, @JsonProperty("computed_from") String computedFrom,
        List<String> events, @JsonProperty("share_measured") Double shareMeasured, String explanation, CheckMark check,
        Interval interval) {}
