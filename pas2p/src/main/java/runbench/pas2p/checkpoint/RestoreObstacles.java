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
import runbench.base.digest.Digests;
import runbench.base.home.HostName;

/** Check of this machine against the requirements of copied processes. */
final class RestoreObstacles {
    private static final int SHOWN = 5;

    private RestoreObstacles() {
    }

    /**
     * Returns the obstacles to a restoration, in words; empty: none.
     *
     * @param kept folder of the checkpoints
     */
    static List<String> of(CheckpointSignature checkpoints, Path kept) throws IOException {
        List<String> all = new ArrayList<>();
        for (CheckpointSignature.Checkpoint c : checkpoints.checkpoints()) {
            Path images = kept.resolve(c.name()).resolve(ProcessCopy.IMAGES);
            long bytes = Files.isDirectory(images) ? Folders.bytes(images) : 0;
            if (bytes != c.imageBytes()) {
                all.add("of the images in " + images + " there are " + bytes + " bytes, not " + c.imageBytes());
            }
        }
        CheckpointSignature.Machine here = ProcessHost.current();
        List<String> lacking = ProcessHost.lacking(checkpoints.machine().features(), here.features());
        if (!lacking.isEmpty()) {
            all.add("this processor (" + here.cpu() + ") lacks " + first(lacking) + ", which that of "
                    + checkpoints.machine().host() + " (" + checkpoints.machine().cpu()
                    + ") has, and the program may use");
        }
        all.addAll(files(checkpoints.needed()));
        for (String folder : checkpoints.folders()) {
            if (!Files.isDirectory(Path.of(folder))) {
                all.add("the folder " + folder + " that they work in is missing");
            }
        }
        for (CheckpointSignature.Checkpoint c : checkpoints.checkpoints()) {
            for (Path file : RestoreScript.covered(c, Path.of(checkpoints.folder()))) {
                String missing = "the folder " + file.getParent() + " that they write " + file.getFileName()
                        + " into is missing";
                if (!Files.isDirectory(file.getParent()) && !all.contains(missing)) {
                    all.add(missing);
                }
            }
        }
        return all;
    }

    private static List<String> files(List<CheckpointSignature.Needed> needed) throws IOException {
        List<String> all = new ArrayList<>();
        for (CheckpointSignature.Needed file : needed) {
            Path path = Path.of(file.path());
            if (!Files.isRegularFile(path)) {
                all.add("the file " + path + " is missing");
            } else if (Files.size(path) != file.bytes() || !Digests.of(path).equals(file.sha256())) {
                all.add("the file " + path + " has changed (its SHA-256 differs)");
            }
        }
        return all.size() <= SHOWN ? all : List.of(first(all));
    }

    private static String first(List<String> all) {
        return String.join(", ", all.subList(0, Math.min(SHOWN, all.size())))
                + (all.size() > SHOWN ? " and " + (all.size() - SHOWN) + " more" : "");
    }

    /** Properties of a machine that copied processes depend on. */
    static final class ProcessHost {
        private ProcessHost() {
        }

        static CheckpointSignature.Machine current() throws IOException {
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
}
