package runbench.schedule.contention;

import java.util.List;
import java.util.Map;

/**
 * What threads that share this machine's memory do to each other: {@code runbench bandwidth}.
 *
 * @param machine host, processor, microcode, kernel
 * @param cpus that it was measured on
 * @param measuredUtc ISO 8601
 * @param arrayBytes that each antagonist works on
 * @param repetitions that were complete
 * @param interrupted whether more were asked for
 * @param source how traffic is known
 * @param model null where what was measured is too little for one
 * @param fit null without a model
 * @param notes what a person has to know to read it right
 */
public record MeasuredContention(Map<String, String> machine, int cpus, String measuredUtc, long arrayBytes,
        int repetitions, boolean interrupted, String source, List<TrafficPoint> traffic, List<CurvePoint> curve,
        List<OrderTest> order, Noise noise, ContentionModel model, ModelFit fit, List<String> notes) {}
