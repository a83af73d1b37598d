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
        assertThat(emulated("instructions")).hasSize(1);
        assertThatThrownBy(() -> emulated("page-faults")).isInstanceOf(RunbenchException.class)
                .hasMessageContaining("has no event 'page-faults'");
    }

    @Test
    void presetsOfPapiAreEventsOfTheEmulatedMachine() {
        assertThat(emulated("papi_tot_ins,PAPI_L2_TCM")).containsExactly("instructions", "L2_MISS");
        assertThatThrownBy(() -> emulated("PAPI_TOT_CYC")).isInstanceOf(RunbenchException.class)
                .hasMessageContaining("emulation counts instructions, but no cycles");
    }

    private static List<String> emulated(String events) {
        return new EventRequest(events, List.of(), false, false, false, true, List.of()).emulatedNames();
    }
}
