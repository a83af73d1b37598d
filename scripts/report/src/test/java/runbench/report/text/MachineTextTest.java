package runbench.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import runbench.pas2p.signature.MeasuredSignature;
import runbench.pas2p.signature.MeasuredSignature.MeasuredHost;
import runbench.pas2p.trace.RankHeader.NodeMachine;

class MachineTextTest {
    private static final NodeMachine XEON = new NodeMachine("Xeon 2.66GHz", 4, 8L << 30, "Linux 2.6.16");

    private static MeasuredSignature on(List<MeasuredHost> machines) {
        return new MeasuredSignature("", 1, "", null, List.of(), List.of(), "", null, false, List.of(), 1, null, null,
                false, null, null, List.of(), List.of(), null, List.of(), null, null, null, machines);
    }

    private static MeasuredSignature on(NodeMachine machine, String... hosts) {
        return on(Arrays.stream(hosts).map(h -> new MeasuredHost(h, 2, "Open MPI v1.4.1", machine)).toList());
    }

    @Test
    void equalMachinesAreOneLine() {
        NodeMachine unnamed = new NodeMachine("", 1, 16L << 30, "Linux 6.1");
        assertThat(MachineText.lines(Stream.of(on(XEON, "a1", "a2"), on(XEON, "a1"), on(unnamed, "b1"))))
                .containsExactly("a1, a2: Xeon 2.66GHz, 4 processors, 8 GiB of memory, Linux 2.6.16, Open MPI v1.4.1",
                        "b1: 1 processor, 16 GiB of memory, Linux 6.1, Open MPI v1.4.1");
        assertThat(MachineText.lines(Stream.of(on(XEON, "a", "b", "c", "d", "e", "f")))).singleElement()
                .asString()
                .startsWith("a, b, c, d and 2 more: Xeon");
    }

    @Test
    void unknownMachinesHaveNoLine() {
        assertThat(MachineText.lines(Stream.of(on((List<MeasuredHost>) null), on(null, "old")))).isEmpty();
    }
}
