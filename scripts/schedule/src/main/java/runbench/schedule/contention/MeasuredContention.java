package runbench.schedule.contention;

import java.util.List;
import java.util.Map;

/**
 * The result of {@code runbench bandwidth}: mutual slow-down of threads that share this machine's memory.
 *
 * @param machine host, processor, microcode, kernel
 * @param cpus number of CPUs used
 * @param measuredUtc time of the measurement, ISO 8601
 * @param arrayBytes array size of each antagonist
 * @param repetitions number of complete repetitions
 * @param interrupted true if the user stopped the measurement early
 * @param source source of the traffic values
 * @param traffic traffic of antagonists without a victim
 * @param curve slow-downs of victims
 * @param order tests of the expected order of antagonists
 * @param noise disturbances during the measurement
 * @param model fitted model; null if there is too little data
 * @param fit quality of the fit; null without a model
 * @param notes remarks that a reader needs in order to interpret the result
 */
public record MeasuredContention(Map<String, String> machine, int cpus, String measuredUtc, long arrayBytes,
        int repetitions, boolean interrupted, String source, List<TrafficPoint> traffic, List<CurvePoint> curve,
        List<OrderTest> order, Noise noise, ContentionModel model, ModelFit fit, List<String> notes) {}
