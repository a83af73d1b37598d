package runbench.parser.compare;

import com.fasterxml.jackson.annotation.JsonValue;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import runbench.parser.record.Labeled;

/** The relation between the n-th run of A and the n-th run of B. */
public enum Pairing implements Labeled {
    /** Runs of a pair are adjacent in time: a disturbance affects both. */
    INTERLEAVED("interleaved pairs"),
    /** Separate runs: a drift of the machine looks like a difference of the programs. */
    UNPAIRED("unpaired runs");

    private final String label;

    Pairing(String label) {
        this.label = label;
    }

    @Override
    @JsonValue
    public String label() {
        return label;
    }

    /** Returns the pairing by start times: interleaved if each pair starts before the next. Runs are in time order. */
    public static Pairing of(List<RunValues> a, List<RunValues> b) {
        if (a.size() != b.size() || a.size() < 2
                || Stream.concat(a.stream(), b.stream()).map(RunValues::started).anyMatch(Objects::isNull)) {
            return UNPAIRED;
        }
        Instant before = Instant.MIN;
        for (int i = 0; i < a.size(); i++) {
            Instant first = a.get(i).started();
            Instant second = b.get(i).started();
            boolean swapped = second.isBefore(first);
            if (!(swapped ? second : first).isAfter(before) || first.equals(second)) {
                return UNPAIRED;
            }
            before = swapped ? first : second;
        }
        return INTERLEAVED;
    }
}
