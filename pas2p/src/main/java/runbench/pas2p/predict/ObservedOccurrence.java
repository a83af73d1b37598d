package runbench.pas2p.predict;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import runbench.pas2p.signature.MeasuredSignature;
import runbench.pas2p.signature.Signature;

/**
 * A measured occurrence and its values in the trace.
 *
 * @param wanted traced occurrence; null: the signature does not contain it
 */
record ObservedOccurrence(MeasuredSignature.Sample sample, Signature.Wanted wanted) {
    /** Returns the occurrences in order of time. */
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

    /** Returns the trend of its stratum at its time of the traced run, s. */
    double trendS() {
        return wanted == null || wanted.trendS() == null || wanted.trendS() <= 0 ? traceS() : wanted.trendS();
    }

    /** Returns the trend of its phase at its time of the traced run, s. */
    double phaseTrendS() {
        return wanted == null || wanted.phaseTrendS() == null || wanted.phaseTrendS() <= 0 ? traceS()
                : wanted.phaseTrendS();
    }
}
