package runbench.sampler.environment;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.stream.Collectors;
import runbench.base.error.RunbenchException;
import runbench.base.process.CpuSet;
import runbench.base.quantity.Printable;
import runbench.sampler.environment.MachineTopology.HardwareThread;

/**
 * Lists of CPUs as {@code taskset -c} and {@code likwid-pin -c} accept them:
 *
 * <ul> <li>{@code 0-3,7}: numbers of CPUs <li>{@code S0:0-3}: the first four hardware threads of socket 0, as
 * {@link MachineTopology#domains} orders them; also N, D0, C0 and M0 <li>{@code cores}, {@code S0:cores}: one hardware
 * thread of each core <li>{@code E:S0:4:1:2}: four hardware threads of socket 0 in the order of the cores, one of every
 * two <li>{@code S0:0-1@S1:0-1}: both </ul>
 */
public final class CpuExpression {
    private static final String CORES = "cores";

    private final MachineTopology topology;
    private final String option;

    /**
     * Creates a parser.
     *
     * @param topology the machine of the CPUs
     * @param option option in messages
     */
    public CpuExpression(MachineTopology topology, String option) {
        this.topology = topology;
        this.option = option;
    }

    /**
     * Returns the CPUs of a list in ascending order.
     *
     * @throws RunbenchException exit code 2: the text is no list, or names a CPU or domain that is absent or that this
     *     process may not use; exit code 3: a CPU is offline
     */
    public List<Integer> parse(String text) {
        TreeSet<Integer> cpus = new TreeSet<>();
        for (String part : text.strip().split("@", -1)) {
            cpus.addAll(part(part.strip()));
        }
        return List.copyOf(cpus);
    }

    private List<Integer> part(String part) {
        if (part.equalsIgnoreCase(CORES)) {
            return cores(topology.usable());
        }
        String[] words = part.split(":", -1);
        if (words.length == 1) {
            return requireUsable(CpuSet.parse(option, "CPU", part));
        }
        if (words[0].equalsIgnoreCase("E")) {
            return strided(part, words);
        }
        List<HardwareThread> domain = domain(part, words[0]);
        if (words.length != 2) {
            throw malformed(part);
        }
        if (words[1].equalsIgnoreCase(CORES)) {
            return cores(domain);
        }
        List<Integer> chosen = new ArrayList<>();
        for (int index : CpuSet.parse(option, "CPU", words[1])) {
            chosen.add(at(part, domain, index));
        }
        return chosen;
    }

    /** Returns CPUs of {@code E:DOMAIN:COUNT[:CHUNK:STRIDE]}; siblings of a core are neighbours in this order. */
    private List<Integer> strided(String part, String[] words) {
        if (words.length != 3 && words.length != 5) {
            throw malformed(part);
        }
        List<HardwareThread> domain = domain(part, words[1]).stream()
                .sorted(Comparator.comparingInt(HardwareThread::core).thenComparingInt(HardwareThread::thread))
                .toList();
        int count = positive(part, words[2]);
        int chunk = words.length == 5 ? positive(part, words[3]) : 1;
        int stride = words.length == 5 ? positive(part, words[4]) : 1;
        if (chunk > stride) {
            throw malformed(part);
        }
        List<Integer> chosen = new ArrayList<>();
        for (int i = 0; chosen.size() < count; i++) {
            chosen.add(at(part, domain, i / chunk * stride + i % chunk));
        }
        return chosen;
    }

    private int positive(String part, String word) {
        if (!word.matches("[1-9][0-9]{0,3}")) {
            throw malformed(part);
        }
        return Integer.parseInt(word);
    }

    private int at(String part, List<HardwareThread> domain, int index) {
        if (index >= domain.size()) {
            throw RunbenchException
                    .badInput(option + " " + Printable.of(part) + ": this domain has "
                            + (domain.size() == 1 ? "one hardware thread" : domain.size() + " hardware threads")
                            + ", numbered from 0, and not number " + index)
                    .remedy("its CPUs are " + CpuSet.text(sorted(domain)));
        }
        return domain.get(index).cpu();
    }

    private List<HardwareThread> domain(String part, String name) {
        List<HardwareThread> domain = topology.domains().get(name.toUpperCase(Locale.ROOT));
        if (domain == null) {
            throw RunbenchException
                    .badInput(option + " " + Printable.of(part) + ": this machine has no domain '" + Printable.of(name)
                            + "'")
                    .remedy("domains: " + topology.domains()
                            .entrySet()
                            .stream()
                            .map(d -> d.getKey() + " (CPUs " + CpuSet.text(sorted(d.getValue())) + ")")
                            .collect(Collectors.joining(", ")));
        }
        return domain;
    }

    private static List<Integer> cores(List<HardwareThread> threads) {
        TreeSet<Integer> seen = new TreeSet<>();
        return threads.stream()
                .sorted(Comparator.comparingInt(HardwareThread::thread))
                .filter(t -> seen.add(t.core()))
                .map(HardwareThread::cpu)
                .toList();
    }

    private List<Integer> requireUsable(List<Integer> cpus) {
        List<Integer> usable = sorted(topology.usable());
        List<Integer> offline = MachineTopology.list(topology.offlineCpus());
        for (int cpu : cpus) {
            if (offline.contains(cpu)) {
                throw RunbenchException.machine(option + ": CPU " + cpu + " is offline")
                        .remedy("echo 1 | sudo tee /sys/devices/system/cpu/cpu" + cpu + "/online, or choose among CPUs "
                                + CpuSet.text(usable));
            }
            if (!usable.contains(cpu)) {
                boolean exists = topology.threads().stream().anyMatch(t -> t.cpu() == cpu);
                throw RunbenchException
                        .badInput(option + ": "
                                + (exists ? "this process may not run on CPU " + cpu
                                        : "this machine has no CPU " + cpu))
                        .remedy("choose among CPUs " + CpuSet.text(usable));
            }
        }
        return cpus;
    }

    private static List<Integer> sorted(List<HardwareThread> threads) {
        return threads.stream().map(HardwareThread::cpu).sorted().toList();
    }

    private RunbenchException malformed(String part) {
        return RunbenchException
                .badInput(option + " " + Printable.of(part) + ": this is neither DOMAIN:LIST, DOMAIN:cores nor "
                        + "E:DOMAIN:COUNT:CHUNK:STRIDE")
                .remedy("write e.g. " + option + " 0-3,7, S0:0-3, N:cores or E:S0:4:1:2");
    }
}
