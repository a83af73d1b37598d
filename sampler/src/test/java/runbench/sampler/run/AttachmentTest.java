package runbench.sampler.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class AttachmentTest {
    private static String name(Attachment.To kind, String... targets) {
        return new Attachment(kind, List.of(targets)).name();
    }

    @Test
    void aResultIsNamedAfterItsTargets() {
        assertThat(name(Attachment.To.PROCESS, "4711")).isEqualTo("process-4711");
        assertThat(name(Attachment.To.CPUS, "all")).isEqualTo("all-CPUs");
        assertThat(name(Attachment.To.CGROUPS, "/sys/fs/cgroup/user.slice/")).isEqualTo("user.slice");
        assertThat(name(Attachment.To.CGROUPS, "/")).isEqualTo("root-cgroup");
        assertThat(name(Attachment.To.CGROUPS, "batch", "//")).isEqualTo("root-cgroup");
    }
}
