package runbench.parser.record;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Optional;
import java.util.stream.Stream;

/** What became of an event that was asked for. "Not counted" is not 0. */
public enum CountStatus implements Labeled {
    COUNTED("counted"),
    /** Multiplexed, or impossible readings were left out. */
    ESTIMATED("estimated"), NOT_COUNTED("not counted");

    private final String label;

    CountStatus(String label) {
        this.label = label;
    }

    /** The status of this label; empty for others. */
    public static Optional<CountStatus> of(String label) {
        return Stream.of(values()).filter(s -> s.label.equals(label)).findFirst();
    }

    @Override
    @JsonValue
    public String label() {
        return label;
    }
}
