package runbench.pas2p.predict;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import runbench.pas2p.signature.MeasuredSignature;
import runbench.pas2p.signature.Signature;

/**
 * A measured occurrence beside what the trace says of it.
 *
 * <p>Its weight is greatest in the middle of the stretch that was measured and falls to nothing at both ends, as a parabola: mean times
 * that are taken so are the slope of the least-squares line through the instants at which occurrences ended. A rank that comes late to
 * one occurrence and makes up for it in the next ones moves an instant, not the line; the plain mean, which is the line through the
 * first instant and the last, would be off by how late these two were. Where occurrences stray independently of each other, a tenth of
 * the accuracy is lost.
 *
 * @param wanted null: the signature does not have it
 */
record Observed(MeasuredSignature.Sample sample, Signature.Wanted wanted, double weight) {
    /** In the order of time. */
    static List<Observed> of(MeasuredSignature m) {
        Map<List<Long>, Signature.Wanted> byPlace = new HashMap<>();
        m.signature().measure().forEach(w -> byPlace.put(List.of((long) w.phase(), w.occurrence()), w));
        List<MeasuredSignature.Sample> order = m.samples().stream().filter(s -> s.traceS() > 0)
                .sorted(Comparator.comparingDouble(MeasuredSignature.Sample::startS)).toList();
        List<Observed> all = new ArrayList<>();
        for (int i = 0; i < order.size(); i++) {
            MeasuredSignature.Sample s = order.get(i);
            all.add(new Observed(s, byPlace.get(List.of((long) s.phase(), s.occurrence())), weight(i, order.size())));
        }
        return all;
    }

    /** Of the i-th of n, from 0; their mean is 1. */
    static double weight(int i, int n) {
        return 6.0 * (i + 1) * (n - i) / ((n + 1.0) * (n + 2.0));
    }

    boolean of(int phase) {
        return sample.phase() == phase;
    }

    boolean of(int phase, int stratum) {
        return sample.phase() == phase && sample.stratum() == stratum;
    }

    double measuredS() {
        return sample.measuredS();
    }

    double traceS() {
        return sample.traceS();
    }

    /** What those of its stratum took at its time of the traced run. */
    double trendS() {
        return wanted == null || wanted.trendS() == null || wanted.trendS() <= 0 ? traceS() : wanted.trendS();
    }

    /** What those of its phase did. */
    double phaseTrendS() {
        return wanted == null || wanted.phaseTrendS() == null || wanted.phaseTrendS() <= 0 ? traceS() : wanted.phaseTrendS();
    }
}
