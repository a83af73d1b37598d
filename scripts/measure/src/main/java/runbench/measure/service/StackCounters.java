package runbench.measure.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Counters of the kernel without perf: IP packets of the network namespace, and CPU ticks of a thread.
 *
 * @param received IP packets that the namespace received; -1 if unknown
 * @param sent IP packets that the namespace sent; -1 if unknown
 * @param userTicks ticks in user mode of the thread, and of the process's children that ended; -1 if unknown
 * @param systemTicks ticks in kernel mode of the same
 */
record StackCounters(long received, long sent, long userTicks, long systemTicks) {
    private static final Path THREAD = Path.of("/proc/thread-self");
    private static final Path PROCESS = Path.of("/proc/self");
    /** Index of utime (field 14) among the fields behind the name of /proc/PID/stat; stime, cutime, cstime follow. */
    private static final int UTIME = 11;

    /** Reads the counters for the calling thread. */
    static StackCounters read() {
        return read(THREAD, PROCESS.resolve("stat"));
    }

    /**
     * Reads the counters.
     *
     * @param thread folder of the thread in /proc
     * @param process file stat of its process
     */
    static StackCounters read(Path thread, Path process) {
        long[] own = times(thread.resolve("stat"));
        long[] children = times(process);
        boolean known = own.length > 0 && children.length > 0;
        return new StackCounters(packets(thread, "InReceives"), packets(thread, "OutRequests"),
                known ? own[0] + children[2] : -1, known ? own[1] + children[3] : -1);
    }

    /** Returns the packets of IP and IPv6 (proc(5), /proc/net/snmp and snmp6); -1 if the files are not readable. */
    private static long packets(Path thread, String counter) {
        try {
            List<String> lines = Files.readAllLines(thread.resolve("net/snmp"));
            List<String> names = fields(lines, 0);
            long sum = Long.parseLong(fields(lines, 1).get(names.indexOf(counter)));
            Path six = thread.resolve("net/snmp6");
            if (Files.exists(six)) { // absent if the kernel has no IPv6
                sum += Files.readAllLines(six)
                        .stream()
                        .map(line -> line.split("\\s+"))
                        .filter(word -> word[0].equals("Ip6" + counter))
                        .mapToLong(word -> Long.parseLong(word[1]))
                        .sum();
            }
            return sum;
        } catch (IOException | RuntimeException unreadable) {
            return -1;
        }
    }

    /** Returns the words of a line of the table "Ip:": 0 for the names, 1 for the values. */
    private static List<String> fields(List<String> lines, int row) {
        return List.of(lines.stream().filter(line -> line.startsWith("Ip: ")).toList().get(row).split(" "));
    }

    /** Returns utime, stime, cutime and cstime in ticks; nothing if the file is not readable. */
    private static long[] times(Path stat) {
        try {
            String text = Files.readString(stat);
            String[] field = text.substring(text.lastIndexOf(')') + 2).split(" ");
            long[] times = new long[4];
            for (int i = 0; i < times.length; i++) {
                times[i] = Long.parseLong(field[UTIME + i]);
            }
            return times;
        } catch (IOException | RuntimeException unreadable) {
            return new long[0];
        }
    }

    /** Returns the differences to an earlier reading; unknown counters stay -1. */
    StackCounters since(StackCounters earlier) {
        return new StackCounters(difference(received, earlier.received), difference(sent, earlier.sent),
                difference(userTicks, earlier.userTicks), difference(systemTicks, earlier.systemTicks));
    }

    private static long difference(long now, long before) {
        return now < 0 || before < 0 ? -1 : now - before;
    }

    /** The counts of the sampler, scaled to the whole time if they were multiplexed, and reasons for the others. */
    record SampledCounts(Map<String, Double> counts, Map<String, String> reasons) {
        boolean has(String event) {
            return counts.containsKey(event);
        }

        double of(String event) {
            return counts.get(event);
        }

        String reason(String event) {
            return reasons.getOrDefault(event, "the sampler did not report it");
        }
    }
}
