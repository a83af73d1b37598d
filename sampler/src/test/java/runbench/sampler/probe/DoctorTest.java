package runbench.sampler.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import runbench.sampler.events.MachineFixture;
import runbench.sampler.probe.Doctor.Finding;
import runbench.sampler.probe.Doctor.Finding.State;
import runbench.sampler.probe.PerfChecks.NativeAnswers;
import runbench.sampler.run.CounterAgreement;
import runbench.sampler.run.CounterScope.ScopesHere;

@Tag("beside")
@Tag("scenario")
class DoctorTest {
    private static final long GIB = 1L << 30;
    private static final NativeAnswers ALL = new NativeAnswers(0, 0, 0, 0, Optional.of("4.13"), Optional.empty());
    @TempDir
    Path root;
    private Optional<CounterAgreement> counters = Optional.empty();
    private Optional<ScopesHere> scopes = Optional.of(new ScopesHere(8, true, "", 60_000));

    private Map<String, Finding> examine(MachineFixture machine, NativeAnswers answers) {
        return examine(machine, answers, 100 * GIB);
    }

    private Map<String, Finding> examine(MachineFixture machine, NativeAnswers answers, long free) {
        List<Finding> findings = Doctor.findings(new Doctor.Evidence(machine.files(), answers, List.of("/usr/bin"),
                Path.of("/results"), free, root.resolve("helper"), counters, scopes));
        assertThat(findings).allSatisfy(f -> {
            assertThat(f.detail()).isNotBlank();
            if (f.state() == State.OK) {
                assertThat(f.consequence()).isEmpty();
            } else {
                assertThat(f.consequence()).isNotBlank();
            }
        });
        return findings.stream().collect(Collectors.toMap(Finding::name, Function.identity()));
    }

    private static NativeAnswers answers(int least, int kernel, int driven, int cycles) {
        return new NativeAnswers(least, kernel, driven, cycles, Optional.empty(), Optional.empty());
    }

    private void executable(String path) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
    }

    @Test
    void reportsScopeAndOverheadPerFork() {
        MachineFixture machine = MachineFixture.intel(root, 0x55);
        assertThat(examine(machine, ALL).get("scope")).satisfies(f -> {
            assertThat(f.state()).isEqualTo(State.OK);
            assertThat(f.detail()).contains("60 us to each fork", "at 833 forks per second", "--scope cgroup");
        });
        scopes = Optional.of(new ScopesHere(128, false,
                "counting on CPUs is not permitted: kernel.perf_event_paranoid is 2", 960_000));
        assertThat(examine(machine, ALL).get("scope")).satisfies(f -> {
            assertThat(f.detail()).contains("on 128 CPUs", "at 52 forks per second", "paranoid is 2");
            assertThat(f.remedy()).contains("kernel.perf_event_paranoid=0");
        });
        scopes = Optional.empty();
        assertThat(examine(machine, ALL).get("scope").remedy()).startsWith("make -C");
    }

    @Test
    void reportsCacheMonitoringAndMountCommand() {
        MachineFixture machine = MachineFixture.intel(root, 0x55);
        assertThat(examine(machine, ALL).get("resctrl").state()).isEqualTo(State.OK);
        machine.put("/proc/filesystems", "nodev\tsysfs\nnodev\tresctrl");
        assertThat(examine(machine, ALL).get("resctrl").remedy())
                .isEqualTo("sudo mount -t resctrl resctrl /sys/fs/resctrl");
        machine.put("/sys/fs/resctrl/info/L3_MON/mon_features", "llc_occupancy\nmbm_total_bytes\nmbm_local_bytes");
        assertThat(examine(machine, ALL).get("resctrl").detail())
                .contains("llc_occupancy, mbm_total_bytes, mbm_local_bytes");
    }

    /** The caches of a Core 2 Duo T8100, each L1 of one core, the L2 of both. */
    @Test
    void reportsCachesAndMemory() {
        MachineFixture machine = MachineFixture.intel(root, 0x17);
        assertThat(examine(machine, ALL).get("caches").detail()).startsWith("not described by this system");
        cache(machine, "index0", "1", "Data", "32K", "8", "0");
        cache(machine, "index1", "1", "Instruction", "32K", "8", "0");
        cache(machine, "index2", "2", "Unified", "3072K", "12", "0-1");
        machine.put("/proc/meminfo", "MemTotal:        3145728 kB\nMemFree:         1000 kB");
        assertThat(examine(machine, ALL).get("caches").detail()).isEqualTo(
                "L1 data 32 KiB, 8 ways, lines of 64 bytes; L1 instruction 32 KiB, 8 ways, lines of 64 bytes; "
                        + "L2 3072 KiB, 12 ways, lines of 64 bytes, shared by CPUs 0-1; memory 3 GiB");
    }

    private static void cache(MachineFixture machine, String index, String level, String type, String size, String ways,
            String cpus) {
        String folder = "/sys/devices/system/cpu/cpu0/cache/" + index + "/";
        machine.put(folder + "level", level)
                .put(folder + "type", type)
                .put(folder + "size", size)
                .put(folder + "ways_of_associativity", ways)
                .put(folder + "coherency_line_size", "64")
                .put(folder + "shared_cpu_list", cpus);
    }

    @Test
    void reportsCountersThatDoNotWorkWithRemedy() {
        counters = Optional.of(new CounterAgreement(6, 6));
        assertThat(examine(MachineFixture.intel(root, 0x55), ALL).get("pmu").detail())
                .contains("6 hardware counters count at the same time");
        counters = Optional.of(new CounterAgreement(6, 5));
        Finding pmu = examine(MachineFixture.intel(root.resolve("dead"), 0x55), ALL).get("pmu");
        assertThat(pmu.state()).isEqualTo(State.LIMITED);
        assertThat(pmu.detail()).contains("5 of 6 hardware counters count");
        assertThat(pmu.remedy()).contains("at most 5 events").contains("--exact");
        Finding measured = examine(MachineFixture.intel(root.resolve("measured"), 0x55), ALL).get("counters");
        assertThat(measured.state()).isEqualTo(State.LIMITED);
        assertThat(measured.detail()).startsWith("5 of 6 at a time").contains("more than 5 disagree");
        counters = Optional.empty();
        assertThat(examine(MachineFixture.intel(root.resolve("unknown"), 0x55), ALL).get("counters").detail())
                .contains("could not be measured");
    }

    @Test
    void completeWorkstationHasNoFindings() throws IOException {
        String emulator = "qemu-"
                + (System.getProperty("os.arch").equals("amd64") ? "x86_64" : System.getProperty("os.arch"));
        for (String tool : List.of("cc", "make", "perl", "bzip2", "gnuplot", "valgrind", "perf", "fc-match",
                emulator)) {
            executable("usr/bin/" + tool);
        }
        executable("usr/lib/gcc/x86_64-linux-gnu/12/cc1");
        executable("usr/share/fonts/truetype/dejavu/DejaVuSans.ttf");
        executable("helper");
        MachineFixture m = MachineFixture.intel(root, 0x55)
                .privileged()
                .put("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "performance");
        counters = Optional.of(new CounterAgreement(6, 6));
        assertThat(examine(m, ALL).get("optional_tools")).satisfies(f -> {
            assertThat(f.detail()).endsWith("missing: " + emulator + " with plugins");
            assertThat(f.remedy()).contains("docs/how-to/no-pmu.md");
        });
        m.put("/usr/bin/" + emulator, "#!/bin/sh\necho -plugin\n");
        assertThat(examine(m, ALL).values())
                .allSatisfy(f -> assertThat(f.state()).as(f.toString()).isEqualTo(State.OK));
    }

    @Test
    void virtualMachineWithoutPmuHasRemedy() {
        Finding pmu = examine(MachineFixture.virtualWithoutPmu(root).privileged(), answers(0, 0, 0, Errno.ENOENT))
                .get("pmu");
        assertThat(pmu.state()).isEqualTo(State.MISSING);
        assertThat(pmu.detail()).contains("virtual machine", "breakpoint, msr, software, tracepoint");
        assertThat(pmu.remedy()).contains("bare metal", "pmu=on", "metal instance", "--emulate");
        assertThat(examine(MachineFixture.virtualWithoutPmu(root.resolve("again")), answers(0, 0, 0, Errno.ENOENT))
                .get("counters")
                .detail()).contains("no hardware PMU");
    }

    @Test
    void unprivilegedUserAtParanoid2IsLimited() {
        Map<String, Finding> f = examine(MachineFixture.intel(root, 0x55), answers(0, Errno.EACCES, 0, 0));
        assertThat(f.get("perf_event_open").state()).isEqualTo(State.OK);
        assertThat(f.get("kernel_counts").state()).isEqualTo(State.LIMITED);
        assertThat(f.get("kernel_counts").remedy()).contains("sysctl kernel.perf_event_paranoid=1");
        assertThat(f.get("capabilities").state()).isEqualTo(State.LIMITED);
        assertThat(f.get("realtime").remedy()).contains("rtprio");
    }

    @ParameterizedTest
    @CsvSource({"1", "0", "-1"})
    void lowerParanoidLevelsPermitKernelCounts(int level) {
        assertThat(examine(MachineFixture.intel(root, 0x55).paranoid(level), ALL).get("kernel_counts").state())
                .isEqualTo(State.OK);
    }

    @Test
    void debianLevel3RefusesAllWithRemedy() {
        Finding open = examine(MachineFixture.intel(root, 0x55).paranoid(3),
                answers(Errno.EACCES, Errno.EACCES, Errno.EACCES, Errno.EACCES)).get("perf_event_open");
        assertThat(open.state()).isEqualTo(State.MISSING);
        assertThat(open.remedy()).contains("perf_event_paranoid=1", "it is 3");
    }

    @ParameterizedTest
    @CsvSource({"/.dockerenv,'',docker,docker run", "/run/.containerenv,'',podman,podman run",
            "/proc/1/cgroup,0::/kubepods/burstable/pod1,kubernetes,securityContext",
            "/proc/1/cgroup,12:cpu:/docker/abc,docker,docker run", "/run/systemd/container,lxc,lxc,lxc.seccomp"})
    void seccompFilterOfContainerHasItsOwnRemedy(String mark, String content, String kind, String remedy) {
        MachineFixture m = MachineFixture.intel(root, 0x55)
                .put(mark, content)
                .put("/proc/self/status", "CapEff:\t00000000a80425fb\nSeccomp:\t2\n");
        Map<String, Finding> f = examine(m, answers(Errno.EPERM, Errno.EPERM, Errno.EPERM, Errno.EPERM));
        assertThat(f.get("sandbox").state()).isEqualTo(State.MISSING);
        assertThat(f.get("sandbox").detail()).contains(kind, "seccomp filter on");
        assertThat(f.get("sandbox").remedy()).contains(remedy);
        assertThat(f.get("perf_event_open").detail()).contains("by the sandbox");
    }

    @Test
    void containerThatPermitsPerfIsOk() {
        MachineFixture m = MachineFixture.virtualWithoutPmu(root).put("/.dockerenv", "").privileged();
        Finding sandbox = examine(m, ALL).get("sandbox");
        assertThat(sandbox.state()).isEqualTo(State.OK);
        assertThat(sandbox.detail()).isEqualTo("in a container (docker), no seccomp filter");
    }

    @Test
    void enosysOutsideSandboxBlamesKernel() {
        assertThat(examine(MachineFixture.bare(root), answers(Errno.ENOSYS, Errno.ENOSYS, Errno.ENOSYS, Errno.ENOSYS))
                .get("perf_event_open")
                .remedy()).contains("CONFIG_PERF_EVENTS");
    }

    @Test
    void oldKernelsCannotInheritGroupReads() {
        Finding driven = examine(MachineFixture.intel(root, 0x55), answers(0, 0, Errno.EINVAL, 0))
                .get("kernel_driven_sampling");
        assertThat(driven.state()).isEqualTo(State.LIMITED);
        assertThat(driven.remedy()).contains("--mode poll", "--no-inherit");
    }

    @Test
    void reportsPmuInUseByAnotherTool() {
        assertThat(examine(MachineFixture.intel(root, 0x55), answers(0, 0, 0, Errno.EBUSY)).get("pmu").remedy())
                .contains("another tool");
    }

    @Test
    void reportWorksWithoutNativeBinding() {
        Map<String, Finding> f = examine(MachineFixture.intel(root, 0x55).privileged(),
                new NativeAnswers(38, 38, 38, 38, Optional.empty(), Optional.of("no jffi")));
        assertThat(f.get("perf_event_open").detail()).contains("no jffi");
        assertThat(f.get("sandbox").state()).isEqualTo(State.OK);
        assertThat(f.get("kernel_counts").state()).isEqualTo(State.OK);
    }

    @ParameterizedTest
    @CsvSource({"0,MISSING", "67108863,MISSING", "67108864,LIMITED", "1073741823,LIMITED", "1073741824,OK"})
    void diskSpace(long free, State state) {
        assertThat(examine(MachineFixture.bare(root), ALL, free).get("disk").state()).isEqualTo(state);
    }

    @ParameterizedTest
    @CsvSource({"performance,OK", "powersave,LIMITED", "schedutil,LIMITED"})
    void governor(String governor, State state) {
        assertThat(examine(
                MachineFixture.bare(root).put("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", governor), ALL)
                .get("frequency")
                .state()).isEqualTo(state);
    }

    @ParameterizedTest
    @CsvSource({"0,950000,LIMITED", "50,950000,OK", "unlimited,-1,OK", "50,0,LIMITED"})
    void realtime(String limit, long runtime, State state) {
        MachineFixture m = MachineFixture.bare(root)
                .put("/proc/sys/kernel/sched_rt_runtime_us", String.valueOf(runtime))
                .put("/proc/self/limits", "Limit                     Soft Limit           Hard Limit           Units\n"
                        + "Max realtime priority     " + limit + "                    0                    \n");
        assertThat(examine(m, ALL).get("realtime").state()).isEqualTo(state);
    }

    @Test
    void reportsMissingFontLibrary() {
        String drawing = System.getProperty("java.home") + "/lib/libfontmanager.so";
        MachineFixture m = MachineFixture.bare(root).put("/usr/share/fonts/a/b.ttf", "");
        m.put(drawing, "libharfbuzz-of-its-own");
        assertThat(examine(m, ALL).get("fonts").state()).isEqualTo(State.OK);
        m.put(drawing, "libc.so.6 libharfbuzz.so.0");
        assertThat(examine(m, ALL).get("fonts").remedy()).contains("apt-get install libharfbuzz0b");
        m.put("/usr/lib/some-triplet/libharfbuzz.so.0", "");
        assertThat(examine(m, ALL).get("fonts").state()).isEqualTo(State.OK);
    }

    @Test
    void aPackageHasItsOwnFonts() {
        MachineFixture m = MachineFixture.bare(root).put(System.getProperty("java.home") + "/lib/fonts/a.ttf", "");
        assertThat(examine(m, ALL).get("fonts").state()).isEqualTo(State.OK);
    }

    @Test
    void missingToolsHaveTheirPackages() {
        Map<String, Finding> f = examine(MachineFixture.bare(root), answers(0, 0, 0, 0));
        assertThat(f.get("tools").state()).isEqualTo(State.MISSING);
        assertThat(f.get("tools").remedy()).isEqualTo("sudo apt-get install gcc make perl bzip2");
        assertThat(f.get("optional_tools").remedy()).contains("gnuplot-nox", "qemu-user");
        assertThat(f.get("fonts").remedy()).contains("fonts-dejavu-core");
        assertThat(f.get("libpfm4").remedy()).contains("libpfm4");
        assertThat(f.get("helper").remedy()).startsWith("make -C");
    }
}
