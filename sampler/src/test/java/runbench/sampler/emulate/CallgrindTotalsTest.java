package runbench.sampler.emulate;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.error.RunbenchException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class CallgrindTotalsTest {
    @TempDir
    Path folder;

    @Test
    void addsPartsAndProcessesInAnyColumnOrder() throws IOException {
        Files.writeString(folder.resolve("callgrind.out.1"), """
                version: 1
                events: Ir Dr Dw I1mr D1mr D1mw ILmr DLmr DLmw
                fn=(1) main
                summary: 9 9 9 9 9 9 9 9 9
                totals: 100 30 20 7 5 3 1 1 1
                """);
        Files.writeString(folder.resolve("callgrind.out.2"),
                "events: D1mw Ir Dr\ntotals: 1 10 2\npart: 2\nevents: Ir Dw\ntotals: 1000 4\n");
        CallgrindTotals t = CallgrindTotals.sum(folder);
        assertThat(t).isEqualTo(new CallgrindTotals(1110, 32, 24, 5, 4, 7, 1, 1, 1, 0, 0, 0, 0));
        assertThat(t.references()).isEqualTo(56);
        assertThat(t.l1dMisses()).isEqualTo(9);
    }

    @Test
    void truncatedRunIsReported() throws IOException {
        assertThatThrownBy(() -> CallgrindTotals.sum(folder)).isInstanceOf(RunbenchException.class)
                .hasMessageContaining("left no file");
        Files.writeString(folder.resolve("callgrind.out.1"), "events: Ir Dr\n");
        assertThatThrownBy(() -> CallgrindTotals.sum(folder)).isInstanceOf(RunbenchException.class)
                .hasMessageContaining("callgrind.out.1")
                .hasMessageContaining("no line of totals");
        Files.writeString(folder.resolve("callgrind.out.1"), "events: Ir Dr\ntotals: 12 x\n");
        assertThatThrownBy(() -> CallgrindTotals.sum(folder)).isInstanceOf(RunbenchException.class)
                .hasMessageContaining("'x' is not a count");
    }
}
