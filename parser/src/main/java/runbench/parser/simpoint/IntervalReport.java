package runbench.parser.simpoint;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.util.List;

/**
 * Which intervals of a run stand for the whole.
 *
 * @param error         asked for: half of the interval's width, relative
 * @param confidence    of the interval
 * @param dimensions    of the projected vectors
 * @param counters      events by which intervals were told apart, besides
 * @param counterWeight variance of each, as a share of the vectors' variance
 * @param tasks         those with most instructions first
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record IntervalReport(double error, double confidence, int dimensions, List<String> counters, double counterWeight, List<TaskIntervals> tasks) {
}
