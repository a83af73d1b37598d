package runbench.livelog;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class IdleNodesTest {
    private static final long MILLI = 1_000_000L;

    private final List<String> woken = new ArrayList<>();
    private long now = 5_000 * MILLI;
    private final IdleNodes nodes = new IdleNodes(() -> now);

    @BeforeEach
    void threeNodes() {
        List.of("a", "b", "c").forEach(node -> nodes.add(node, () -> woken.add(node)));
    }

    private List<String> arrivedAfter(long millis, String node) {
        now += millis * MILLI;
        woken.clear();
        nodes.arrived(node);
        return woken.stream().sorted().toList();
    }

    @Test
    void eventsWakeTheOtherNodes() {
        assertThat(arrivedAfter(0, "a")).containsExactly("b", "c");
    }

    /** A relay reports often for 10 ms after a request, so more requests within 5 ms have no use. */
    @Test
    void requestsAreRare() {
        arrivedAfter(0, "a");
        assertThat(arrivedAfter(4, "a")).isEmpty();
        assertThat(arrivedAfter(1, "a")).containsExactly("b", "c");
    }

    @Test
    void nodesWithEventsReportOftenAnyway() {
        arrivedAfter(0, "a");
        assertThat(arrivedAfter(10, "b")).containsExactly("c");
        assertThat(arrivedAfter(10, "a")).containsExactly("c");
        assertThat(arrivedAfter(999, "a")).as("b had its events 1.009 s ago").containsExactly("b", "c");
    }
}
