package runbench.pas2p.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import runbench.pas2p.trace.CallSites.CodePlace;
import runbench.pas2p.trace.CallSites.SourcePlace;

class SourceLinesTest {
    private static SourcePlace placeOf(String... lines) {
        Map<CodePlace, SourcePlace> found = new HashMap<>();
        SourceLines.parse("a", List.of(lines), found);
        return found.get(new CodePlace("a", 0x1234));
    }

    @Test
    void functionsHaveTheirNamesInTheSource() {
        assertThat(placeOf("0x0000000000001234", "exchange_3_", "/src/LU/exchange_3.f:87"))
                .isEqualTo(new SourcePlace("exchange_3", "exchange_3.f", 87));
        assertThat(placeOf("0x0000000000001234", "send_", "/src/send.c:8 (discriminator 3)"))
                .isEqualTo(new SourcePlace("send_", "send.c", 8));
        assertThat(placeOf("0x0000000000001234", "solver::Grid<int>::reduce()", "/src/sites.cpp:12"))
                .isEqualTo(new SourcePlace("solver::Grid<int>::reduce", "sites.cpp", 12));
    }

    @Test
    void innermostFrameOfTheProgramIsTheCaller() {
        assertThat(placeOf("0x0000000000001234", "MPI::Comm::Barrier() const", "/usr/include/mpicxx.h:5", "step()",
                "/src/a.cpp:3", "main", "/src/a.cpp:9")).isEqualTo(new SourcePlace("step", "a.cpp", 3));
    }

    @Test
    void programsWithoutDebugInformationHaveSymbols() {
        assertThat(placeOf("0x0000000000001234", "exchange_3_", "??:0"))
                .isEqualTo(new SourcePlace("exchange_3", "", 0));
        assertThat(placeOf("0x0000000000001234", "main", "??:?")).isEqualTo(new SourcePlace("main", "", 0));
        assertThat(placeOf("0x0000000000001234", "??", "??:0")).isNull();
    }
}
