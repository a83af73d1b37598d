package runbench.parser.compare;

import com.fasterxml.jackson.annotation.JsonValue;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import runbench.parser.record.Labeled;

/** Whether the n-th run of A and the n-th of B belong together. */
public enum Pairing implements Labeled {
    /** Run one beside the other: what disturbed one disturbed the other. */
    INTERLEAVED("interleaved pairs"),
    /** Run apart: a drift of the machine between them cannot be told from a difference of the programs. */
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

    /** By the times at which they started: both runs of a pair before either of the next. Runs in the order of time. */
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
