package runbench.pas2p.session;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import runbench.pas2p.session.StopWatcher.Standstill;

class StandstillTest {
    private static final long MS = 1_000_000L;
    private final Standstill standstill = new Standstill();

    private void look(long... millis) {
        for (long at : millis) {
            standstill.look(at * MS);
        }
    }

    @Test
    void slightlyLateChecksAreNotReported() {
        look(5000, 5250, 5500, 6900, 7150);
        assertThat(standstill.remark()).isEmpty();
    }

    @Test
    void longestSuspensionIsReportedWithItsTime() {
        look(250, 500, 3000, 3300, 13_300, 13_500, 16_000);
        assertThat(standstill.remark()).get()
                .asString()
                .startsWith("nothing was looked at for 10.0 s from 3.3 s on (stopped by Ctrl-Z");
    }
}
