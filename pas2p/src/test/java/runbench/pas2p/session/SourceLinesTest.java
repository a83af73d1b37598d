package runbench.pas2p.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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

    @Test
    void nearestFunctionIsNotTheCaller() {
        SourcePlace nearest = new SourcePlace("main", "", 0);
        assertThat(SourceLines.checked(nearest, Optional.empty())).as("a stripped function follows main").isEmpty();
        assertThat(SourceLines.checked(nearest, Optional.of("exchange_3_")))
                .contains(new SourcePlace("exchange_3", "", 0));
        assertThat(SourceLines.checked(new SourcePlace("solver::step", "", 0), Optional.of("_ZN6solver4stepEv")))
                .contains(new SourcePlace("solver::step", "", 0));
        assertThat(SourceLines.checked(null, Optional.of("exchange.constprop.0.cold")))
                .contains(new SourcePlace("exchange", "", 0));
        SourcePlace line = new SourcePlace("step", "a.c", 3);
        assertThat(SourceLines.checked(line, Optional.of("other"))).as("debug information").contains(line);
    }

    @Test
    void damagedAndOtherFilesHaveNoSymbols(@TempDir Path dir) throws IOException {
        Path java = Path.of("/proc/self/exe").toRealPath();
        byte[] elf = Files.readAllBytes(java);
        Path truncated = Files.write(dir.resolve("truncated"), Arrays.copyOf(elf, elf.length / 2));
        Path text = Files.writeString(dir.resolve("text"), "#!/bin/sh\n".repeat(20));
        FunctionSymbols symbols = FunctionSymbols.of(truncated);
        for (long address = 0; address < 100_000; address += 16) {
            assertThat(symbols.functionAt(address)).isEmpty();
        }
        assertThat(FunctionSymbols.of(text).functionAt(0)).isEmpty();
    }
}
