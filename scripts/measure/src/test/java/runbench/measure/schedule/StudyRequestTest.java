package runbench.measure.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.schedule.contention.ContentionModel;
import runbench.schedule.contention.ContentionModelJson;
import runbench.schedule.policy.PolicyName;
import runbench.schedule.profile.TrafficUnit;
import runbench.schedule.workload.Workload;
import runbench.schedule.workload.Workload.StatedMachine;
import runbench.schedule.workload.Workload.WorkloadProgram;

class StudyRequestTest {
    private static final TrafficUnit UNIT = TrafficUnit.TRANSACTIONS_PER_MICROSECOND;

    @TempDir
    private Path dir;

    private static StudyRequest request(String model, Integer cpus) {
        return new StudyRequest(List.of(PolicyName.PBW, PolicyName.LINUX, PolicyName.PBW), model, cpus, 0.2, 0.1, 0, 0,
                5, false, null, 1, 5, false);
    }

    private static Workload workload(TrafficUnit unit, int cpus, double sustained, double stream) {
        return new Workload("w", unit, new StatedMachine(cpus, sustained, stream),
                List.of(new WorkloadProgram("p", 1, Optional.empty(), List.of("p"), Optional.empty(), 0, false)));
    }

    @Test
    void theNumberOfCpusIsThatOfTheOptionTheWorkloadOrTheModel() throws Exception {
        assertThat(request(null, 8).plan(workload(UNIT, 2, 20, 5)).simulation().cpus()).isEqualTo(8);
        assertThat(request(null, null).plan(workload(UNIT, 2, 20, 5)).simulation().cpus()).isEqualTo(2);
        Path model = Files.writeString(dir.resolve("model.json"),
                ContentionModelJson.text(ContentionModel.frontSideBus()));
        assertThat(request(model.toString(), null).plan(workload(UNIT, 0, Double.NaN, Double.NaN)).simulation().cpus())
                .isEqualTo(4);
        assertThatThrownBy(() -> request(StudyRequest.QUEUE, null).plan(workload(UNIT, 0, 20, 5)))
                .hasMessage("the number of CPUs is unknown");
    }

    @Test
    void withoutAModelTheBandwidthOfTheWorkloadIsUsed() {
        ContentionModel stated = (ContentionModel) request(null, 1).contention(workload(UNIT, 2, 59, Double.NaN));
        assertThat(stated.sustained()).isEqualTo(59);
        assertThat(stated.single()).as("as on the published bus").isEqualTo(59 * 23.6 / 29.5);
        assertThat(((ContentionModel) request(null, 1).contention(workload(UNIT, 2, 20, 30))).single())
                .as("at most the sustained bandwidth")
                .isEqualTo(20);
        assertThat(request(StudyRequest.QUEUE, 1).plan(workload(UNIT, 2, 20, 5)).model())
                .isEqualTo("a queue for one bus");
        assertThatThrownBy(() -> request(null, 1).plan(workload(UNIT, 2, Double.NaN, 5)))
                .hasMessageContaining("states no memory bandwidth");
    }

    @Test
    void aModelInAnotherUnitIsRejected() throws Exception {
        Path model = Files.writeString(dir.resolve("model.json"),
                ContentionModelJson.text(ContentionModel.frontSideBus()));
        assertThatThrownBy(() -> request(model.toString(), 1)
                .plan(workload(TrafficUnit.BYTES_PER_SECOND, 2, Double.NaN, Double.NaN)))
                .hasMessageContaining("its traffic is in " + UNIT.label());
        assertThatThrownBy(() -> request(dir.resolve("none").toString(), 1).plan(workload(UNIT, 2, 20, 5)))
                .hasMessageContaining("cannot be read");
    }

    @Test
    void aPolicyIsSimulatedOnce() {
        assertThat(request(null, 1).plan(workload(UNIT, 2, 20, 5)).policies()).containsExactly(PolicyName.PBW,
                PolicyName.LINUX);
    }
}
