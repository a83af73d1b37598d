package runbench.base.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExitStatusTest {
    @ParameterizedTest
    @ValueSource(ints = {129, 137, 192})
    void above128ASignal(int status) {
        assertThat(ExitStatus.signal(status)).hasValue(status - 128);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 1, 127, 128, 193, 255})
    void noSignalHasSuchAStatus(int status) {
        assertThat(ExitStatus.signal(status)).isEmpty();
    }
}
