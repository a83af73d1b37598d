package runbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.opentest4j.TestAbortedException;

/** Hosts in network namespaces of the test, each with a wrong clock whose truth is known. */
final class Bed implements AutoCloseable {
    static final Path HOME = Path.of(System.getProperty("runbench.home"));
    static final Path PROGRAMS = HOME.resolve("native/build/bin");

    private final String prefix;
    private final int hosts;
    private final long epoch = System.currentTimeMillis() * 1_000_000L;

    private Bed(String prefix, int hosts) {
        this.prefix = prefix;
        this.hosts = hosts;
    }

    /** Starts the hosts, or skips the test if this machine allows no such hosts. */
    static Bed up(int hosts) throws Exception {
        Assumptions.assumeTrue("root".equals(System.getProperty("user.name")), "network namespaces need root");
        Assumptions.assumeTrue(Files.isExecutable(PROGRAMS.resolve("runbench-gateway")),
                "native/build/bin/runbench-gateway is not built (make -C native)");
        Assumptions.assumeTrue(onPath("ip"), "ip is missing (apt-get install iproute2)");
        Bed bed = new Bed("rbtree" + ProcessHandle.current().pid(), hosts);
        try {
            output(HOME + "/scripts/bench/sync-bed", "up", bed.prefix, "" + hosts);
            output("ip", "netns", "exec", bed.host(0), "true");
        } catch (AssertionError impossible) {
            bed.close();
            throw new TestAbortedException(
                    "network namespaces cannot be made here: " + impossible.getMessage().strip());
        }
        return bed;
    }

    static boolean onPath(String program) {
        return Arrays.stream((System.getenv("PATH") + ":/usr/sbin:/sbin").split(":"))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }

    String host(int i) {
        return prefix + "-" + i;
    }

    /** Returns host i in the syntax of a tree file and of {@code --hosts}. */
    String node(int i) {
        return host(i) + "=10.79.0." + (i + 1);
    }

    List<String> on(int host) {
        return List.of("ip", "netns", "exec", host(host));
    }

    private static long offset(int i) {
        return (i * 7919L % 6000 - 3000) * 1_000_000L + i;
    }

    private static double ppm(int i) {
        return i * 37 % 361 - 180;
    }

    String clock(int i) {
        return "virtual(realtime,offset=" + offset(i) + ",ppm=" + ppm(i) + ",epoch=" + epoch + ")";
    }

    /** Returns the reading of host i's clock at the moment when host 0's clock reads {@code reference}. */
    long shows(int i, long reference) {
        double since = (reference - epoch - offset(0)) / (1 + ppm(0) * 1e-6);
        long true0 = epoch + Math.round(since);
        return true0 + offset(i) + Math.round(ppm(i) * 1e-6 * (true0 - epoch));
    }

    /** Returns the number of packets that each host has sent. */
    int[] sent() throws Exception {
        return Arrays.stream(output(HOME + "/scripts/bench/sync-bed", "tx", prefix, "" + hosts).strip().split("\\s+"))
                .mapToInt(Integer::parseInt)
                .toArray();
    }

    /** Returns the processes of host i whose command line contains {@code part}. */
    List<Long> running(int i, String part) throws Exception {
        List<Long> pids = new ArrayList<>();
        for (String pid : output("ip", "netns", "pids", host(i)).strip().split("\\s+")) {
            if (!pid.isEmpty() && commandLine(pid).contains(part)) {
                pids.add(Long.parseLong(pid));
            }
        }
        return pids;
    }

    private static String commandLine(String pid) {
        try {
            return Files.readString(Path.of("/proc", pid, "cmdline")).replace('\0', ' ');
        } catch (IOException ended) {
            return "";
        }
    }

    /** Waits until host i runs such a program ({@code there}), or until it runs none. */
    long await(int i, String part, boolean there) throws Exception {
        List<Long> pids = Awaitility.await(host(i) + ": " + part + (there ? " starts" : " ends"))
                .atMost(20, TimeUnit.SECONDS)
                .until(() -> running(i, part), found -> found.isEmpty() != there);
        return there ? pids.get(0) : 0;
    }

    static void signal(String name, long pid) throws Exception {
        assertThat(pid).as("a process, not a group").isGreaterThan(1);
        output("kill", "-" + name, "" + pid);
    }

    static String output(String... command) throws Exception {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new AssertionError(String.join(" ", command) + ": " + output);
        }
        return output;
    }

    @Override
    public void close() throws Exception {
        output(HOME + "/scripts/bench/sync-bed", "down", prefix);
    }
}
