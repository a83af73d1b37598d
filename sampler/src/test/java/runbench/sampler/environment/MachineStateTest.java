package runbench.sampler.environment;

import runbench.sampler.environment.MachineState.CpuTimes;
import runbench.sampler.environment.MachineState.GroupLimits;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.sampler.events.machine.SystemFiles;

class MachineStateTest {
    @TempDir
    private Path root;

    private void file(String path, String text) throws IOException {
        Path file = root.resolve(path.substring(1));
        Files.createDirectories(file.getParent());
        Files.writeString(file, text + "\n");
    }

    private MachineState state() {
        return MachineState.read(new SystemFiles(root));
    }

    @Test
    void unreadableValuesAreNull() {
        assertThat(state()).isEqualTo(new MachineState(null, null, null, null, null, null, null, null, null, null, null,
                null, new GroupLimits(null, null, null)));
        assertThat(Disturbance.before(state(), 4)).isEmpty();
    }

    @Test
    void readsLaptopAndReportsNoise() throws IOException {
        file("/sys/devices/system/cpu/cpufreq/policy0/scaling_governor", "powersave");
        file("/sys/devices/system/cpu/cpufreq/policy1/scaling_governor", "performance");
        file("/sys/devices/system/cpu/cpu0/cpufreq/scaling_driver", "intel_pstate");
        file("/sys/devices/system/cpu/intel_pstate/no_turbo", "0");
        file("/sys/devices/system/cpu/smt/active", "1");
        file("/proc/sys/kernel/randomize_va_space", "2");
        file("/proc/sys/kernel/numa_balancing", "0");
        file("/sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never");
        file("/proc/loadavg", "3.50 1.00 0.50 2/345 6789");
        file("/sys/class/hwmon/hwmon0/name", "acpitz");
        file("/sys/class/hwmon/hwmon0/temp1_input", "99000");
        file("/sys/class/hwmon/hwmon3/name", "coretemp");
        file("/sys/class/hwmon/hwmon3/temp1_input", "61500");
        file("/proc/cpuinfo", "processor\t: 0\nmicrocode\t: 0xf4");
        MachineState s = state();
        assertThat(s.governors()).containsExactly("performance", "powersave");
        assertThat(s.boost()).isTrue();
        assertThat(s.smt()).isTrue();
        assertThat(s.numaBalancing()).isFalse();
        assertThat(s.aslr()).isEqualTo(2);
        assertThat(s.hugePages()).isEqualTo("madvise");
        assertThat(s.load()).isEqualTo(3.5);
        assertThat(s.temperatureC()).describedAs("what asks the firmware is left alone").isEqualTo(61.5);
        assertThat(s.microcode()).isEqualTo("0xf4");
        assertThat(Disturbance.before(s, 4)).extracting(Disturbance::kind)
                .containsExactly(Disturbance.Kind.LOAD, Disturbance.Kind.GOVERNOR);
        assertThat(Disturbance.before(s, 16)).extracting(Disturbance::kind).containsExactly(Disturbance.Kind.GOVERNOR);
    }

    /** In a container any parent group can have a limit. */
    @Test
    void usesTightestLimitOfAllParentGroups() throws IOException {
        file("/proc/self/cgroup", "0::/outer/inner");
        file("/sys/fs/cgroup/outer/inner/cpu.max", "max 100000");
        file("/sys/fs/cgroup/outer/cpu.max", "150000 100000");
        file("/sys/fs/cgroup/outer/inner/memory.max", "max");
        file("/sys/fs/cgroup/outer/memory.max", "1073741824");
        file("/sys/fs/cgroup/outer/inner/cpuset.cpus.effective", "0-3");
        assertThat(state().limits()).isEqualTo(new GroupLimits(1.5, "0-3", 1L << 30));
        assertThat(Disturbance.before(state(), 4)).extracting(Disturbance::detail)
                .containsExactly("1.5 of 4 CPUs' time (cpu.max of the control group)");
        assertThat(Disturbance.before(state(), 1)).isEmpty();
    }

    @Test
    void readsCgroupVersion1() throws IOException {
        file("/proc/self/cgroup", "4:cpu,cpuacct:/docker/1\n3:memory:/docker/1\n2:cpuset:/");
        file("/sys/fs/cgroup/cpu,cpuacct/docker/1/cpu.cfs_quota_us", "200000");
        file("/sys/fs/cgroup/cpu,cpuacct/docker/1/cpu.cfs_period_us", "100000");
        file("/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "-1");
        file("/sys/fs/cgroup/memory/docker/1/memory.limit_in_bytes", "9223372036854771712");
        assertThat(state().limits()).isEqualTo(new GroupLimits(2.0, null, null));
    }

    @Test
    void stolenTimeIsAShareOfAllTime() throws IOException {
        file("/proc/stat", "cpu  100 0 100 700 0 0 0 100 50 0\ncpu0 1 2 3");
        CpuTimes before = CpuTimes.read(new SystemFiles(root)).orElseThrow();
        assertThat(before).isEqualTo(new CpuTimes(1000, 100));
        file("/proc/stat", "cpu  150 0 100 740 0 0 0 110 90 0");
        Double share = CpuTimes.read(new SystemFiles(root)).orElseThrow().stolenSince(before).orElseThrow();
        assertThat(share).isEqualTo(0.1);
        assertThat(before.stolenSince(before)).isEmpty();
        assertThat(Disturbance.after(share)).extracting(Disturbance::detail)
                .isEqualTo(List.of("10 % of the CPUs' time stolen during the run"));
        assertThat(Disturbance.after(0.001)).isEmpty();
        assertThat(Disturbance.after(null)).isEmpty();
        file("/proc/stat", "cpu  1 2 3");
        assertThat(CpuTimes.read(new SystemFiles(root))).isEmpty();
    }
}
