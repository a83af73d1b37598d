package runbench.measure.cluster;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import runbench.align.run.ClusterFolder;
import runbench.align.run.ClusterRecord;
import runbench.base.file.DiskSpace;
import runbench.pas2p.trace.TracedProcess;
import runbench.sync.window.Template.Words;

/**
 * Diagnoses a run whose launcher ran but no rank reported; likely reasons first.
 *
 * @param request request of the run
 * @param folder folder of the run
 * @param bundle files that the nodes use
 * @param status exit status of the launcher; null: it was not started
 */
record MissingRanks(ClusterRequest request, ClusterFolder folder, NodeBundle bundle, Integer status) {
    /** Reason in the record of such a run. */
    static final String WORDS = "no rank reported";
    private static final int MAX_MESSAGE_CHARS = 300;

    List<ClusterRecord.Problem> reasons() throws IOException {
        List<ClusterRecord.Problem> reasons = new ArrayList<>();
        if (DiskSpace.isExhausted(folder.path())) {
            reasons.add(reason("no space left on the disk of " + folder.path() + ", so no rank could report",
                    "make room: df -h " + folder.path()));
        } else if (status == null || status != 0) {
            String last = lastErrorMessage();
            reasons.add(reason(
                    "the launcher failed before any rank began"
                            + (last.isEmpty() ? "" : "; its last error message: " + last),
                    "less " + folder.launcherErr()));
        } else if (request.form() == ClusterRecord.Form.WRAPPER) {
            wrapped(reasons);
        } else {
            preloaded(reasons);
        }
        return reasons;
    }

    private void wrapped(List<ClusterRecord.Problem> reasons) {
        reasons.add(reason(
                "the launcher succeeded without starting the wrapped program, or started it in an environment"
                        + " without RB_CLUSTER_RUN",
                "test the launcher: " + request.launch() + " hostname; with Slurm: srun --export=ALL"));
        reasons.add(reason("the nodes cannot read " + folder.path() + " or " + bundle.path(),
                "choose with -o a folder that all nodes share, and install Runbench in a shared folder"));
    }

    private void preloaded(List<ClusterRecord.Problem> reasons) throws IOException {
        PreloadNotes loaded = PreloadNotes.noted(folder);
        staticProgram().ifPresent(at -> reasons.add(reason(
                request.command().get(at) + " is linked statically: no library can be preloaded", wrappedFrom(at))));
        if (!loaded.behind().isEmpty()) {
            reasons.add(reason(
                    names(loaded.launchers()) + " started " + names(loaded.behind())
                            + " without setting a rank (OMPI_COMM_WORLD_RANK, PMIX_RANK, PMI_RANK, SLURM_PROCID)",
                    "let Runbench assign the ranks in the order in which processes start: runbench cluster --launch"
                            + " 'LAUNCHER OPTIONS' -- PROGRAM"));
        } else if (!reasons.isEmpty()) {
            return;
        } else if (!loaded.launchers().isEmpty()) {
            reasons.add(reason(
                    names(loaded.launchers())
                            + " received Runbench's environment variables but passed them to no process "
                            + "(srun --export=NONE, another user, a rule of the site)",
                    "pass LD_PRELOAD and RB_* to the ranks: srun --export=ALL, mpirun -x LD_PRELOAD -x"
                            + " RB_CLUSTER_RUN -x RB_CLUSTER_BUNDLE"));
        } else if (!loaded.others().isEmpty()) {
            reasons.add(reason(
                    names(loaded.others())
                            + " ran without a rank: it was not started by mpirun, srun or a similar launcher",
                    "start it with a launcher: runbench cluster -- mpirun -np 4 " + words(0)
                            + "; for one process: runbench sample -- " + words(0)));
        } else {
            reasons.add(reason(
                    "no process loaded " + bundle.library() + ": " + request.command().get(0)
                            + " clears its environment, changes the user, uses another C library, or runs on a node"
                            + " that cannot read that folder",
                    "start the program through a wrapper: runbench cluster --launch 'LAUNCHER OPTIONS' -- PROGRAM"));
        }
    }

    private static ClusterRecord.Problem reason(String why, String remedy) {
        return new ClusterRecord.Problem(-1, "", "the likely reason", why, remedy);
    }

    /** Returns the position of a statically linked program in the command; empty: there is none. */
    private Optional<Integer> staticProgram() {
        for (int i = 0; i < request.command().size(); i++) {
            Optional<Path> file = TracedProcess.find(request.command().get(i)).filter(Files::isExecutable);
            if (file.isPresent() && StaticExecutable.is(file.get())) {
                return Optional.of(i);
            }
        }
        return Optional.empty();
    }

    private String wrappedFrom(int at) {
        return at == 0
                ? "start it through a wrapper, with a launcher: runbench cluster --launch 'mpirun -np 4' -- " + words(0)
                : "start it through a wrapper: runbench cluster --launch "
                        + Words.join(List.of(Words.join(request.command().subList(0, at)))) + " -- " + words(at);
    }

    private String words(int from) {
        return Words.join(request.command().subList(from, request.command().size()));
    }

    private static String names(List<String> programs) {
        return String.join(", ", programs);
    }

    /**
     * Returns the last message of the launcher: its last line with words, or, of Open MPI's messages between two lines
     * of dashes, the first paragraph.
     */
    private String lastErrorMessage() throws IOException {
        if (!Files.exists(folder.launcherErr())) {
            return "";
        }
        List<String> lines = new String(Files.readAllBytes(folder.launcherErr()), StandardCharsets.UTF_8).lines()
                .map(String::strip)
                .toList();
        int end = lines.size();
        while (end > 0 && lines.get(end - 1).chars().noneMatch(Character::isLetter)) {
            end--;
        }
        if (end == 0) {
            return "";
        }
        String message = lines.get(end - 1);
        int begin = lines.subList(0, end).lastIndexOf(end < lines.size() ? lines.get(end) : null) + 1;
        if (begin > 0 && lines.get(end).matches("-{20,}")) {
            message = lines.subList(begin, end).stream().takeWhile(l -> !l.isEmpty()).collect(Collectors.joining(" "));
        }
        return message.length() > MAX_MESSAGE_CHARS ? message.substring(0, MAX_MESSAGE_CHARS) : message;
    }

    /**
     * Programs that loaded the preloaded library but are no rank, as native/launch/preload.c notes them.
     *
     * @param launchers mpirun, srun and their daemons
     * @param behind programs that a launcher started without a rank
     * @param others programs started by something else: a shell in front of the launcher, or a program without launcher
     */
    record PreloadNotes(List<String> launchers, List<String> behind, List<String> others) {

        static PreloadNotes noted(ClusterFolder folder) throws IOException {
            return new PreloadNotes(names(folder.loaded(), "launcher-"), names(folder.loaded(), "behind-"),
                    names(folder.loaded(), "other-"));
        }

        /** Removes the notes; they are not needed after ranks have reported. */
        static void forget(ClusterFolder folder) throws IOException {
            try (Stream<Path> notes = Files.list(folder.loaded())) {
                for (Path note : notes.toList()) {
                    Files.deleteIfExists(note);
                }
            }
            try {
                Files.deleteIfExists(folder.loaded());
            } catch (DirectoryNotEmptyException e) {
                // Another process was just started.
            }
        }

        private static List<String> names(Path folder, String kind) throws IOException {
            try (Stream<Path> notes = Files.list(folder)) {
                return notes.map(n -> n.getFileName().toString())
                        .filter(n -> n.startsWith(kind))
                        .map(n -> n.substring(kind.length()))
                        .sorted()
                        .toList();
            }
        }
    }

    /** Detects, by their program headers, executables that ignore preloaded libraries. */
    static final class StaticExecutable {
        private static final int HEADERS = 4096;
        private static final int MAGIC = 0x7f454c46;
        private static final int CLASS = 4;
        private static final int DATA = 5;
        private static final int WIDE = 2;
        private static final int INTERPRETER = 3;

        private StaticExecutable() {
        }

        /** Returns whether a file is an executable without a loader; false for other files. */
        static boolean is(Path file) {
            try (FileChannel channel = FileChannel.open(file)) {
                ByteBuffer head = ByteBuffer.allocate(HEADERS);
                while (head.hasRemaining() && channel.read(head) >= 0) {
                    // read until the buffer may hold all headers
                }
                head.flip();
                return head.remaining() > Long.BYTES * 8 && head.getInt(0) == MAGIC && !hasInterpreter(head);
            } catch (IOException | IndexOutOfBoundsException e) {
                return false;
            }
        }

        private static boolean hasInterpreter(ByteBuffer head) {
            boolean wide = head.get(CLASS) == WIDE;
            head.order(head.get(DATA) == 1 ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
            long at = wide ? head.getLong(32) : head.getInt(28);
            int size = head.getShort(wide ? 54 : 42);
            int count = head.getShort(wide ? 56 : 44);
            for (int i = 0; i < count; i++) {
                if (head.getInt(Math.toIntExact(at + (long) i * size)) == INTERPRETER) {
                    return true;
                }
            }
            return false;
        }
    }
}
