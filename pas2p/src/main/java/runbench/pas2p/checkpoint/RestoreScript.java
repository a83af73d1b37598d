package runbench.pas2p.checkpoint;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import runbench.base.process.ProgramWords;
import runbench.pas2p.checkpoint.CheckpointSignature.ThreadPlacement;

/**
 * Scripts that restore processes in namespaces of their own. Process ids, ports and addresses are free there, files
 * have their state of the checkpoint, and all processes end with the first one.
 */
final class RestoreScript {
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");

    private RestoreScript() {
    }

    /** Returns the command that runs a script in new namespaces. CRIU itself restores the clocks. */
    static List<String> inside(Path script) {
        return List.of("setsid", "unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc", "--net", "sh",
                script.toString());
    }

    /**
     * Returns the folder that an MPI library creates for one run. Files in /dev/shm have no folder of their own: the
     * result is empty.
     *
     * @return null: the file does not belong to an MPI library
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
     * Returns written files outside the ranks' folder. A copy is mounted over each of them, so each must exist.
     *
     * @param folder output folder of the ranks
     */
    static List<Path> covered(CheckpointSignature.Checkpoint checkpoint, Path folder) {
        return checkpoint.copied()
                .stream()
                .map(c -> Path.of(c.path()))
                .filter(f -> ownFolder(f) == null && !f.startsWith(folder))
                .toList();
    }

    /** Returns the MPI library's folders below folders of other owners; each of those must exist. */
    static Set<Path> ownFolders(CheckpointSignature.Checkpoint checkpoint) {
        return checkpoint.copied()
                .stream()
                .map(c -> ownFolder(Path.of(c.path())))
                .filter(Objects::nonNull)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /**
     * Returns the script.
     *
     * @param files the checkpoint's folder with copies of the MPI library's files
     * @param copies folder with the copies that are mounted over files and are written to
     * @param results folder that is mounted as the ranks' output folder
     * @param restore the last command
     */
    static String text(CheckpointSignature signature, CheckpointSignature.Checkpoint checkpoint, Path files,
            Path copies, Path results, List<String> restore) {
        Path folder = Path.of(signature.folder());
        List<String> lines = new ArrayList<>(List.of("#!/bin/sh", "set -e", "ip link set lo up"));
        signature.addresses().forEach(a -> lines.add("ip address add " + quoted(a) + " dev lo"));
        // The numbers of the tree's terminals are needed as well.
        lines.add("mount -t devpts -o newinstance,ptmxmode=0666,mode=0620 none /dev/pts && mount --bind /dev/pts/ptmx "
                + "/dev/ptmx");
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
        // No exec: the first process of a namespace receives only signals that it handles, and CRIU relies on some.
        lines.add(String.join(" ", restore.stream().map(RestoreScript::quoted).toList()) + " || exit $?");
        return String.join("\n", lines) + "\n";
    }

    /**
     * Returns the script that CRIU runs at every stage. It binds the processes to their original processors before they
     * continue, and then writes the file that they wait for.
     *
     * @param bind false: this machine has fewer processors, and the processes run on any of them
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

    /** Returns the place of an absolute path below a folder of copies. */
    static Path below(Path copies, Path file) {
        return copies.resolve(file.getRoot().relativize(file));
    }

    static String quoted(Object word) {
        return ProgramWords.quoted(word.toString());
    }
}
