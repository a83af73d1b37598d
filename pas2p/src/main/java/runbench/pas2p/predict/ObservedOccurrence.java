package runbench.pas2p.predict;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import runbench.pas2p.signature.MeasuredSignature;
import runbench.pas2p.signature.Signature;

/**
 * A measured occurrence beside what the trace says of it.
 *
 * @param wanted null: the signature does not have it
 */
record ObservedOccurrence(MeasuredSignature.Sample sample, Signature.Wanted wanted) {
    /** In the order of time. */
    static List<ObservedOccurrence> of(MeasuredSignature m) {
        Map<List<Long>, Signature.Wanted> byPlace = new HashMap<>();
        m.signature().measure().forEach(w -> byPlace.put(List.of((long) w.phase(), w.occurrence()), w));
        List<MeasuredSignature.Sample> order = m.samples()
                .stream()
                .filter(s -> s.traceS() > 0)
                .sorted(Comparator.comparingDouble(MeasuredSignature.Sample::startS))
                .toList();
        return order.stream()
                .map(s -> new ObservedOccurrence(s, byPlace.get(List.of((long) s.phase(), s.occurrence()))))
                .toList();
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
        return wanted == null || wanted.phaseTrendS() == null || wanted.phaseTrendS() <= 0 ? traceS()
                : wanted.phaseTrendS();
    }
}
