package runbench.parser.view;

import java.util.List;
import java.util.Optional;
import runbench.parser.series.Axis;
import runbench.parser.series.Envelope;
import runbench.parser.series.ScheduleBuckets;

/**
 * What the chart of a run is made of.
 *
 * @param axis of events and metrics; the schedule is over wall time
 * @param events one per counted event
 * @param metrics one per metric that can be computed
 * @param schedule empty where the recording does not tell when its tasks were on a CPU
 */
public record Curves(Axis axis, List<Envelope> events, List<Envelope> metrics, Optional<ScheduleBuckets> schedule) {}
