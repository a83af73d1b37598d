package runbench.measure.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import runbench.base.process.HelperLine;
import runbench.measure.schedule.GangEvent.GangReading;

class GangEventTest {
    private static GangEvent event(String name, String members) throws IOException {
        return GangEvent.of(HelperLine.parse("{\"v\":1,\"event\":\"" + name + "\"," + members + "}"));
    }

    private static String ended(String how) {
        return "\"program\":2,\"run_ns\":7,\"switches\":null,\"migrations\":null,\"values\":[],\"wall_ns\":9,\"executed\":true,\"asked\":false,"
                + how;
    }

    @Test
    void aBoundaryHoldsTheReadingsOfAllPrograms() throws IOException {
        assertThat(event("boundary",
                "\"quantum\":3,\"due_ns\":10,\"wall_ns\":12,\"programs\":["
                        + "{\"program\":1,\"run_ns\":5,\"switches\":4,\"migrations\":null,\"values\":[8,null]}]"))
                .isEqualTo(new GangEvent.Boundary(3, 10, 12,
                        List.of(new GangReading(1, 5, 4L, null, Arrays.asList(8L, null)))));
    }

    @Test
    void anEndHasEitherAnExitStatusOrASignal() throws IOException {
        GangEvent.Ended exited = (GangEvent.Ended) event("ended", ended("\"exit_status\":1"));
        assertThat(exited.exitStatus()).isEqualTo(1);
        assertThat(exited.signal()).isNull();
        GangEvent.Ended killed = (GangEvent.Ended) event("ended", ended("\"signal\":9"));
        assertThat(killed.exitStatus()).isNull();
        assertThat(killed.signal()).isEqualTo(9);
    }

    @Test
    void aProgramWhoseGuardianWasKilledHasNoExitStatus() throws IOException {
        GangEvent.Ended lost = (GangEvent.Ended) event("ended", ended("\"lost\":true,\"exit_status\":0"));
        assertThat(lost.lost()).isTrue();
        assertThat(lost.exitStatus()).isNull();
    }

    @Test
    void unknownMessagesAreSkipped() throws IOException {
        assertThat(event("news", "\"x\":1")).isNull();
    }

    @Test
    void valuesOfEventsThatWereNotRequestedAreUnknown() {
        assertThat(new GangReading(0, 0, null, null, List.of(4L)).value(1)).isNull();
        assertThat(GangReading.NOTHING.begun()).isFalse();
    }
}
