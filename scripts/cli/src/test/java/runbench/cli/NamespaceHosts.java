package runbench.cli;

import org.junit.jupiter.api.Assumptions;
import org.opentest4j.TestAbortedException;

/**
 * Hosts in network namespaces, with their own names, and with clocks seconds apart that drift by up to 180 ppm. All
 * stamps are made by one true clock and changed afterwards, so that the truth of each stamp is known. Host 0 is the
 * reference.
 */
final class NamespaceHosts implements AutoCloseable {
    static final String SCRIPT = Bed.HOME + "/scripts/bench/cluster-hosts";
    /** Offset and rate of the clocks from host 1 on. */
    static final long[] OFFSETS = {1_500_000_000L, -750_000_000L, 12_345L, -3_000_000_000L};
    static final double[] PPM = {180, -97.5, 33.3, -180};

    private final String prefix = "rbh" + ProcessHandle.current().pid();
    private final long epoch = System.nanoTime();

    private NamespaceHosts() {
    }

    /**
     * Starts the reference and hosts, or skips the test if this machine allows no such hosts.
     *
     * @param hosts number of hosts with wrong clocks
     */
    static NamespaceHosts up(int hosts) throws Exception {
        Assumptions.assumeTrue("root".equals(System.getProperty("user.name")), "network namespaces need root");
        Assumptions.assumeTrue(Bed.onPath("ip"), "ip is missing (apt-get install iproute2)");
        NamespaceHosts made = new NamespaceHosts();
        try {
            Bed.output(SCRIPT, "up", made.prefix, "" + (hosts + 1));
            Bed.output(SCRIPT, "on", made.host(0), "true");
        } catch (AssertionError impossible) {
            made.close();
            throw new TestAbortedException(
                    "hosts in namespaces cannot be made here: " + impossible.getMessage().strip());
        }
        return made;
    }

    String host(int i) {
        return prefix + "-" + i;
    }

    RehearsedClock clock(int i) {
        return new RehearsedClock(OFFSETS[i - 1], PPM[i - 1], epoch);
    }

    /** Returns the output of a command of the script about hosts 1 to n, for example their addresses. */
    String about(String command, int hosts) throws Exception {
        return Bed.output(SCRIPT, command, prefix, "1", "" + hosts);
    }

    @Override
    public void close() throws Exception {
        Bed.output(SCRIPT, "down", prefix);
    }
}
