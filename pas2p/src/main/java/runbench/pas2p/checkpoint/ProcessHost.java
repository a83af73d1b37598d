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

/** What of a machine processes rest on that were copied on it. */
final class ProcessHost {
    private ProcessHost() {
    }

    static CheckpointSignature.Machine here() throws IOException {
        List<String> lines = Files.readAllLines(Path.of("/proc/cpuinfo"));
        return new CheckpointSignature.Machine(HostName.own(),
                Files.readString(Path.of("/proc/sys/kernel/osrelease")).strip(), value(lines, "model name"),
                features(lines));
    }

    /** Of the first processor. @param cpuinfo lines of /proc/cpuinfo */
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

    /** What a program may have chosen its code by, and this processor lacks. */
    static List<String> lacking(Collection<String> there, Collection<String> here) {
        Set<String> have = new HashSet<>(here);
        return there.stream().filter(f -> !have.contains(f)).sorted().toList();
    }

    /** IP addresses but those of the loopback. */
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
