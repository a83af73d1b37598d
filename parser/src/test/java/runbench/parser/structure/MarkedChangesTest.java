package runbench.parser.structure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class MarkedChangesTest {
    private final MarkedChanges marked = new MarkedChanges(List.of(new TreeSet<>(List.of(10)), new TreeSet<>()));

    @Test
    void onePersonsMarkIsEnoughForPrecision() {
        assertThat(marked.f1(List.of(12))).isEqualTo(1);
        assertThat(marked.f1(List.of())).as("half of what the first marked is missed")
                .isCloseTo(2 * 0.75 / 1.75, within(1e-12));
        assertThat(marked.f1(List.of(9, 12))).as("each mark is matched once")
                .isCloseTo(2 * (2.0 / 3) / (5.0 / 3), within(1e-12));
    }

    @Test
    void coverIsTheBestOverlapOfEachMarkedSegment() {
        double first = (10 * 10 / 12.0 + 10 * 8 / 10.0) / 20;
        double second = 12 / 20.0;
        assertThat(marked.cover(List.of(12), 20)).isCloseTo((first + second) / 2, within(1e-12));
    }
}
