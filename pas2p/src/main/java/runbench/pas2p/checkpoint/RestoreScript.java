package runbench.pas2p.checkpoint;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * How processes become processes again: within namespaces of their own, where their numbers, ports and addresses are
 * free, their files are as they were whatever is there now, and all of them end with the first.
 */
final class RestoreScript {
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");

    private RestoreScript() {
    }

    /**
     * The command that runs a script there. Clocks go on from when the processes were copied, for that CRIU sees
     * itself.
     */
    static List<String> inside(Path script) {
        return List.of("setsid", "unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc", "--net", "sh",
                script.toString());
    }

    /**
     * The folder that is an MPI's own, for one run; empty in /dev/shm, whose files have names of their own.
     *
     * @return null: the file is somebody's
     */
    static Path ownFolder(Path file) {
        if (file.startsWith(SHARED_MEMORY)) {
            return SHARED_MEMORY;
        }
        for (int i = 1; i < file.getNameCount(); i++) {
            String name = file.getName(i - 1).toString();
            if (name.startsWith("ompi.") || name.startsWith("prte.") || name.startsWith("openmpi-sessions")) {
                return file.getRoot().resolve(file.subpath(0, i));
            }
        }
        return null;
    }

    /**
     * Files of others that processes write: each is covered by its copy. They must exist for that.
     *
     * @param folder that the ranks write into
     */
    static List<Path> covered(CheckpointSignature.Checkpoint checkpoint, Path folder) {
        return checkpoint.copied()
                .stream()
                .map(c -> Path.of(c.path()))
                .filter(f -> ownFolder(f) == null && !f.startsWith(folder))
                .toList();
    }

    /** Folders of an MPI's own, which are others' there: each must exist for that. */
    static Set<Path> ownFolders(CheckpointSignature.Checkpoint checkpoint) {
        return checkpoint.copied()
                .stream()
                .map(c -> ownFolder(Path.of(c.path())))
                .filter(Objects::nonNull)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /**
     * The script.
     *
     * @param files of the checkpoint: what lies below here is the copy of a file of an MPI's own
     * @param copies what lies below here is the copy of a file that is covered, and is written
     * @param results becomes the folder that the ranks write into
     * @param restore the last command
     */
    static String text(CheckpointSignature signature, CheckpointSignature.Checkpoint checkpoint, Path files,
            Path copies, Path results, List<String> restore) {
        Path folder = Path.of(signature.folder());
        List<String> lines = new ArrayList<>(List.of("#!/bin/sh", "set -e", "ip link set lo up"));
        signature.addresses().forEach(a -> lines.add("ip address add " + quoted(a) + " dev lo"));
        // Terminals of the tree have numbers, too.
        lines.add(
                "mount -t devpts -o newinstance,ptmxmode=0666,mode=0620 none /dev/pts && mount --bind /dev/pts/ptmx /dev/ptmx");
        ownFolders(checkpoint).forEach(o -> lines.add("mount -t tmpfs -o mode=1777 none " + quoted(o)));
        Set<String> made = new TreeSet<>(checkpoint.made());
        checkpoint.copied()
                .stream()
                .map(c -> Path.of(c.path()))
                .filter(f -> ownFolder(f) != null)
                .forEach(f -> made.add(f.getParent().toString()));
        made.forEach(m -> lines.add("mkdir -p " + quoted(m)));
        for (CheckpointSignature.Copied c : checkpoint.copied()) {
            Path file = Path.of(c.path());
            if (ownFolder(file) != null) {
                lines.add("cp -a --sparse=always " + quoted(below(files, file)) + " " + quoted(file));
            } else if (!file.startsWith(folder)) {
                lines.add("mount --bind " + quoted(below(copies, file)) + " " + quoted(file));
            }
        }
        lines.add("mount --bind " + quoted(results) + " " + quoted(folder));
        // Not in the place of this shell: the first process of a namespace gets no signal that it does not ask for, and
        // CRIU counts on some.
        lines.add(String.join(" ", restore.stream().map(RestoreScript::quoted).toList()) + " || exit $?");
        return String.join("\n", lines) + "\n";
    }

    /**
     * What CRIU runs at every stage: before the processes go on they are bound to processors as they were, and once
     * they do they are given what they wait for.
     *
     * @param bind false: there are fewer processors here, and they run where they may
     */
    static String stages(CheckpointSignature.Checkpoint checkpoint, boolean bind, Path next, Path plan) {
        StringBuilder text = new StringBuilder("#!/bin/sh\ncase $CRTOOLS_SCRIPT_ACTION in\npre-resume)\n");
        for (ThreadPlacement t : bind ? checkpoint.threads() : List.<ThreadPlacement>of()) {
            text.append("taskset -cp ").append(t.cpus()).append(' ').append(t.thread()).append(" > /dev/null\n");
        }
        return text.append(";;\npost-resume) mv ")
                .append(quoted(next))
                .append(' ')
                .append(quoted(plan))
                .append(" ;;\nesac\n")
                .toString();
    }

    /** What an absolute path is below a folder of copies. */
    static Path below(Path copies, Path file) {
        return copies.resolve(file.getRoot().relativize(file));
    }

    static String quoted(Object word) {
        return "'" + word.toString().replace("'", "'\\''") + "'";
    }
}
