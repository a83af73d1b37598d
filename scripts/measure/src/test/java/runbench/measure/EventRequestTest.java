package runbench.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import runbench.base.error.RunbenchException;

class EventRequestTest {
    @Test
    void emulatedEventNamesAreResolvedWithoutHardware() {
        assertThat(new EventRequest("page-faults,cpu-clock", List.of(), false, false, false).emulatedNames()).isEmpty();
        assertThat(new EventRequest("instructions", List.of(), false, false, false, true).emulatedNames()).hasSize(1);
        assertThatThrownBy(() -> new EventRequest("page-faults", List.of(), false, false, false, true).emulatedNames())
                .isInstanceOf(RunbenchException.class)
                .hasMessageContaining("has no event 'page-faults'");
    }
}
