package runbench.base.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import runbench.base.error.RunbenchException;

/** Lists of CPU numbers, in the form {@code 0-3,7}. */
public final class CpuSet {
    private static final int MAX_CPUS = 8192;

    private CpuSet() {
    }

    /**
     * Returns the CPUs on which a process or thread may run, in the kernel's form: {@code 0-3,8}.
     *
     * @param status lines of /proc/PID/status
     * @return empty if the lines contain no CPU list
     */
    public static Optional<String> allowed(List<String> status) {
        return value("Cpus_allowed_list:", status);
    }

    /**
     * Returns the NUMA nodes in which a process or thread may allocate memory, in the kernel's form.
     *
     * @param status lines of /proc/PID/status
     * @return empty if the lines contain no list of nodes
     */
    public static Optional<String> allowedNodes(List<String> status) {
        return value("Mems_allowed_list:", status);
    }

    private static Optional<String> value(String label, List<String> status) {
        return status.stream()
                .filter(l -> l.startsWith(label))
                .map(l -> l.substring(label.length()).strip())
                .findFirst();
    }

    /**
     * Returns the CPUs on which this process may run.
     *
     * @throws RunbenchException exit code 3: /proc/self/status cannot be read
     */
    public static List<Integer> own() {
        try {
            return parse(allowed(Files.readAllLines(Path.of("/proc/self/status"))).orElse("0"));
        } catch (IOException e) {
            throw RunbenchException
                    .machine("cannot find out on which CPUs this process may run: /proc/self/status cannot be read")
                    .remedy("name them: --cpus 0-3")
                    .causedBy(e);
        }
    }

    /**
     * Returns the CPUs of a list. This process must be permitted to use each of them.
     *
     * @param list in the form {@code 0-3,7}
     * @throws RunbenchException exit code 2: the list is malformed, or contains a CPU that this process may not use
     */
    public static List<Integer> chosen(String list) {
        List<Integer> own = own();
        List<Integer> chosen = parse(list);
        List<Integer> foreign = chosen.stream().filter(c -> !own.contains(c)).toList();
        if (!foreign.isEmpty()) {
            throw RunbenchException.badInput("--cpus " + list + ": this process may not run on CPU " + foreign.get(0))
                    .remedy("it may on " + text(own));
        }
        return chosen;
    }

    /**
     * Parses a list of CPUs in the form {@code 0-3,7}.
     *
     * @return the CPUs in ascending order, without duplicates
     * @throws RunbenchException exit code 2: the text is not a list of CPUs
     */
    public static List<Integer> parse(String list) {
        return parse("--cpus", "CPU", list);
    }

    /**
     * Parses a list of CPUs or nodes in the form {@code 0-3,7}.
     *
     * @param option the option in messages
     * @param noun the numbered things in messages, singular
     * @return the numbers in ascending order, without duplicates
     * @throws RunbenchException exit code 2: the text is not a list of numbers
     */
    public static List<Integer> parse(String option, String noun, String list) {
        TreeSet<Integer> cpus = new TreeSet<>();
        for (String part : list.split(",", -1)) {
            String[] ends = part.strip().split("-", 2);
            try {
                int first = Integer.parseInt(ends[0]);
                int last = Integer.parseInt(ends[ends.length - 1]);
                if (first < 0 || last < first || last >= MAX_CPUS) {
                    throw new NumberFormatException(part);
                }
                for (int c = first; c <= last; c++) {
                    cpus.add(c);
                }
            } catch (NumberFormatException e) {
                throw RunbenchException
                        .badInput(option + " " + list + ": '" + part + "' is no " + noun + " and no range of them")
                        .remedy("write e.g. " + option + " 0-3,7")
                        .causedBy(e);
            }
        }
        return List.copyOf(cpus);
    }

    /**
     * Returns CPUs in the form {@code 0-3,7}.
     *
     * @param cpus in ascending order
     */
    public static String text(List<Integer> cpus) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < cpus.size(); i++) {
            int first = cpus.get(i);
            while (i + 1 < cpus.size() && cpus.get(i + 1) == cpus.get(i) + 1) {
                i++;
            }
            text.append(text.isEmpty() ? "" : ",").append(first).append(cpus.get(i) > first ? "-" + cpus.get(i) : "");
        }
        return text.toString();
    }
}
