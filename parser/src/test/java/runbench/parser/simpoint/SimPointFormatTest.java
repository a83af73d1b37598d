package runbench.parser.simpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SimPointFormatTest {
    @Test
    void anIntervalIsReadAsItWasWritten() throws IOException {
        Map<Integer, Long> vector = new TreeMap<>(Map.of(1, 1024L, 7, 3L, 70_000, 5_000_000_000L));
        String line = SimPointFormat.line(vector);
        assertThat(line).isEqualTo("T:1:1024 :7:3 :70000:5000000000 \n");
        Map<Integer, Long> read = new TreeMap<>();
        SimPointFormat.parse(line.strip(), read::put);
        assertThat(read).isEqualTo(vector);
    }

    /** As SimPoint's own tools write it. */
    @Test
    void moreSpacesBetweenEntriesAreNothing() throws IOException {
        Map<Integer, Long> read = new TreeMap<>();
        SimPointFormat.parse("T:15:234   :16:55    :2:1", read::put);
        assertThat(read).containsExactlyInAnyOrderEntriesOf(Map.of(2, 1L, 15, 234L, 16, 55L));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "15:234", "T15:234", "T:15", "T:0:1", "T:1:-1", "T:x:1", "T:1:2:3"})
    void whatIsNoIntervalIsRefused(String line) {
        assertThatThrownBy(() -> SimPointFormat.parse(line, (id, count) -> {})).isInstanceOf(IOException.class);
    }

    @Test
    void pointsAndWeightsNameTheirCluster() {
        assertThat(SimPointFormat.simpoint(512, 3)).isEqualTo("512 3\n");
        assertThat(SimPointFormat.weight(0.25, 3)).startsWith("0.25").endsWith(" 3\n");
    }
}
