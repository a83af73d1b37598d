package runbench.pas2p.checkpoint;

import java.io.IOException;
import java.net.InterfaceAddress;
import java.net.NetworkInterface;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import runbench.base.home.HostName;

/** Properties of a machine that copied processes depend on. */
final class ProcessHost {
    private ProcessHost() {
    }

    static CheckpointSignature.Machine here() throws IOException {
        List<String> lines = Files.readAllLines(Path.of("/proc/cpuinfo"));
        return new CheckpointSignature.Machine(HostName.own(),
                Files.readString(Path.of("/proc/sys/kernel/osrelease")).strip(), value(lines, "model name"),
                features(lines));
    }

    /**
     * Returns the features of the first processor.
     *
     * @param cpuinfo lines of /proc/cpuinfo
     */
    static List<String> features(List<String> cpuinfo) {
        String flags = value(cpuinfo, "flags");
        return Arrays.stream((flags.isEmpty() ? value(cpuinfo, "Features") : flags).split(" "))
                .filter(f -> !f.isEmpty())
                .sorted()
                .toList();
    }

    private static String value(List<String> cpuinfo, String name) {
        return cpuinfo.stream()
                .filter(l -> l.startsWith(name) && l.contains(":"))
                .map(l -> l.substring(l.indexOf(':') + 1).strip())
                .findFirst()
                .orElse("");
    }

    /** Returns the features that a program may have selected its code by and that this processor lacks. */
    static List<String> lacking(Collection<String> there, Collection<String> here) {
        Set<String> have = new HashSet<>(here);
        return there.stream().filter(f -> !have.contains(f)).sorted().toList();
    }

    /** Returns the IP addresses of this machine, without the loopback's. */
    static List<String> addresses() throws IOException {
        List<String> all = new ArrayList<>();
        for (NetworkInterface one : NetworkInterface.networkInterfaces().toList()) {
            if (one.isUp() && !one.isLoopback()) {
                one.getInterfaceAddresses()
                        .stream()
                        .map(InterfaceAddress::getAddress)
                        .filter(a -> !a.isLinkLocalAddress())
                        .map(a -> a.getHostAddress().replaceFirst("%.*", ""))
                        .forEach(all::add);
            }
        }
        return all;
    }
}
