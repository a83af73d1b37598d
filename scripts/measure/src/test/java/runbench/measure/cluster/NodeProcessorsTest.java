package runbench.measure.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import runbench.align.run.ClusterRecord;
import runbench.sampler.events.machine.CpuIdentity;

class NodeProcessorsTest {
    private static final CpuIdentity XEON = CpuIdentity
            .parse(List.of("vendor_id\t: GenuineIntel", "cpu family\t: 6", "model\t\t: 85", "model name\t: Xeon"));
    private static final CpuIdentity EPYC = CpuIdentity
            .parse(List.of("vendor_id\t: AuthenticAMD", "cpu family\t: 26", "model\t\t: 2", "model name\t: EPYC"));

    private static List<ClusterRecord.Problem> problems(Map<String, CpuIdentity> nodes, String... particular) {
        return new NodeProcessors(XEON, nodes).problems(List.of(particular));
    }

    @Test
    void equalProcessorsAreNoProblem() {
        assertThat(problems(
                Map.of("n1", XEON, "n2", new CpuIdentity("GenuineIntel", 6, 85, "Xeon, sold under another name", true)),
                "r0729")).isEmpty();
    }

    @Test
    void aDifferentProcessorIsNamedWithHostsAndAffectedEvents() {
        assertThat(problems(Map.of("n1", XEON, "n3", EPYC, "n2", EPYC), "r0729")).singleElement().satisfies(p -> {
            assertThat(p.words()).isEqualTo(
                    "on n2, n3: another processor than where the events were chosen: EPYC (family 26, model 2),"
                            + " not Xeon (family 6, model 85); r0729 counts something else there, or nothing");
            assertThat(p.remedy()).contains("start runbench on a node of that kind");
        });
    }

    @Test
    void softwareEventsAreEqualOnAllProcessors() {
        assertThat(problems(Map.of("n2", EPYC))).singleElement().satisfies(p -> {
            assertThat(p.why()).endsWith("the events of this run mean the same on both, rates do not compare");
            assertThat(p.remedy()).isNull();
        });
    }
}
