package runbench.sampler.events;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import runbench.sampler.events.machine.Machine;
import runbench.sampler.events.machine.PmuTree;
import runbench.sampler.events.machine.SystemFiles;
import runbench.sampler.events.names.NameEncoder;
import runbench.sampler.events.select.EventResolver;

/** Machines as directory trees in the form of /proc and /sys. */
public final class MachineFixture {
    private static final String INTEL_CPUINFO = """
            processor\t: 0
            vendor_id\t: GenuineIntel
            cpu family\t: 6
            model\t\t: %d
            model name\t: Intel test CPU
            flags\t\t: fpu msr arch_perfmon
            """;
    private final Path root;

    private MachineFixture(Path root) {
        this.root = root;
        put("/proc/sys/kernel/perf_event_paranoid", "2");
        put("/proc/self/status", "Name:\tjava\nCapEff:\t0000000000000000\nSeccomp:\t0\n");
        put("/proc/self/uid_map", "         0          0 4294967295");
        pmu("software", 1);
        pmu("tracepoint", 2);
        pmu("breakpoint", 5);
    }

    public static MachineFixture bare(Path root) {
        return new MachineFixture(root);
    }

    public static MachineFixture virtualWithoutPmu(Path root) {
        return bare(root).put("/proc/cpuinfo", """
                processor\t: 0
                vendor_id\t: AuthenticAMD
                cpu family\t: 26
                model\t\t: 2
                model name\t: AMD EPYC
                flags\t\t: fpu msr hypervisor
                """).msr();
    }

    public static MachineFixture intel(Path root, int model) {
        return bare(root).put("/proc/cpuinfo", INTEL_CPUINFO.formatted(model))
                .intelCore("cpu", 4, "")
                .msr()
                .pmu("uncore_imc_0", 20)
                .put(sys("uncore_imc_0") + "/cpumask", "0")
                .put(sys("uncore_imc_0") + "/format/event", "config:0-7")
                .put(sys("uncore_imc_0") + "/format/umask", "config:8-15")
                .put(sys("uncore_imc_0") + "/events/cas_count_read", "event=0x04,umask=0x03")
                .put(sys("uncore_imc_0") + "/events/cas_count_read.scale", "6.103515625e-5")
                .put(sys("uncore_imc_0") + "/events/cas_count_read.unit", "MiB");
    }

    public static MachineFixture hybrid(Path root) {
        return bare(root).put("/proc/cpuinfo", INTEL_CPUINFO.formatted(0x97))
                .intelCore("cpu_core", 4, "0-15")
                .intelCore("cpu_atom", 10, "16-23");
    }

    public static MachineFixture amd(Path root, int family, int model) {
        return bare(root).put("/proc/cpuinfo", """
                vendor_id\t: AuthenticAMD
                cpu family\t: %d
                model\t\t: %d
                model name\t: AMD test CPU
                flags\t\t: fpu
                """.formatted(family, model))
                .pmu("cpu", 4)
                .put(sys("cpu") + "/format/event", "config:0-7,32-35")
                .put(sys("cpu") + "/format/umask", "config:8-15")
                .put(sys("cpu") + "/format/cmask", "config:24-31");
    }

    public static MachineFixture arm(Path root) {
        return bare(root).put("/proc/cpuinfo", """
                processor\t: 0
                BogoMIPS\t: 125.00
                Features\t: fp asimd
                CPU implementer\t: 0x41
                CPU architecture: 8
                CPU variant\t: 0x1
                CPU part\t: 0xd0c
                """)
                .pmu("armv8_pmuv3_0", 8)
                .put(sys("armv8_pmuv3_0") + "/cpus", "0-3")
                .put(sys("armv8_pmuv3_0") + "/format/event", "config:0-15")
                .put(sys("armv8_pmuv3_0") + "/format/long", "config1:0")
                .put(sys("armv8_pmuv3_0") + "/events/l1d_cache", "event=0x0004");
    }

    /** Returns a machine with four little and two big cores. */
    public static MachineFixture bigLittle(Path root) {
        MachineFixture m = bare(root).put("/proc/cpuinfo", """
                processor\t: 0
                CPU implementer\t: 0x41
                CPU architecture: 8
                CPU part\t: 0xd03
                """);
        for (String[] core : new String[][]{{"armv8_cortex_a53", "8", "0-3"}, {"armv8_cortex_a72", "9", "4-5"}}) {
            m.pmu(core[0], Integer.parseInt(core[1]))
                    .put(sys(core[0]) + "/cpus", core[2])
                    .put(sys(core[0]) + "/format/event", "config:0-15")
                    .put(sys(core[0]) + "/events/l1d_cache", "event=0x0004");
        }
        return m;
    }

    private MachineFixture intelCore(String name, int type, String cpus) {
        pmu(name, type);
        if (!cpus.isEmpty()) {
            put(sys(name) + "/cpus", cpus);
        }
        return put(sys(name) + "/format/event", "config:0-7").put(sys(name) + "/format/umask", "config:8-15")
                .put(sys(name) + "/format/edge", "config:18")
                .put(sys(name) + "/format/cmask", "config:24-31")
                .put(sys(name) + "/format/ldlat", "config1:0-15")
                .put(sys(name) + "/format/offcore_rsp", "config1:0-63")
                .put(sys(name) + "/events/cpu-cycles", "event=0x3c")
                .put(sys(name) + "/events/mem-loads", "event=0xcd,umask=0x1,ldlat=3")
                .put(sys(name) + "/events/mem-stores", "event=0xd0,umask=0x82");
    }

    private MachineFixture msr() {
        return pmu("msr", 9).put(sys("msr") + "/format/event", "config:0-63")
                .put(sys("msr") + "/events/tsc", "event=0x00");
    }

    public MachineFixture privileged() {
        return put("/proc/self/status", "CapEff:\t000001fffeffffff\nSeccomp:\t0\n");
    }

    public MachineFixture paranoid(int level) {
        return put("/proc/sys/kernel/perf_event_paranoid", String.valueOf(level));
    }

    public MachineFixture tracepoint(String system, String name, int id) {
        return put("/sys/kernel/tracing/events/" + system + "/" + name + "/id", String.valueOf(id));
    }

    public MachineFixture pmu(String name, int type) {
        return put(sys(name) + "/type", String.valueOf(type));
    }

    public MachineFixture put(String path, String text) {
        try {
            Path file = root.resolve(path.substring(1));
            Files.createDirectories(file.getParent());
            Files.writeString(file, text + "\n");
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public SystemFiles files() {
        return new SystemFiles(root);
    }

    public Machine machine() {
        return Machine.read(files());
    }

    public EventSelection resolve(String events) {
        return new EventResolver(machine(), () -> NameEncoder.NONE).resolve(events);
    }

    private static String sys(String pmu) {
        return PmuTree.FOLDER + "/" + pmu;
    }
}
