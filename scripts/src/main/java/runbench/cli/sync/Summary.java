package runbench.cli.sync;

import com.fasterxml.jackson.databind.node.ObjectNode;
import runbench.sync.estimate.Estimate;
import runbench.sync.exchange.Injection;

/** One method over all windows whose truth is known. */
final class Summary {
    private final String method;
    private int windows;
    private int inside;
    private double squares;
    private double max;
    private double slopeMax;

    Summary(String method) {
        this.method = method;
    }

    void add(Estimate e, Injection known) {
        if (known == null) {
            return;
        }
        double rest = known.drifted(e.x0Nanos());
        double error = e.errorAgainst(known.offsetNanos(), rest);
        windows++;
        squares += error * error;
        max = Math.max(max, Math.abs(error));
        slopeMax = Math.max(slopeMax, Math.abs(e.slope() - known.ppm() * 1e-6));
        inside += e.guarantees(known.offsetNanos(), rest) ? 1 : 0;
    }

    ObjectNode json() {
        ObjectNode node = Output.object();
        node.put("method", method);
        node.put("windows", windows);
        node.put("error_rms_ns", Math.sqrt(squares / windows));
        node.put("error_max_ns", max);
        node.put("slope_error_max_ppm", slopeMax * 1e6);
        node.put("truth_inside", inside);
        return node;
    }

    String[] row(String node) {
        return Output.row(node, "all " + windows, method, "", "rms_us " + Nanos.micros(Math.sqrt(squares / windows)), "",
                "", "", "max_us", Nanos.micros(max), inside + "/" + windows);
    }
}
