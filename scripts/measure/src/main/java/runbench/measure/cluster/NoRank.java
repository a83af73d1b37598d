package runbench.measure.cluster;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import runbench.align.run.ClusterFolder;
import runbench.align.run.ClusterRecord;
import runbench.pas2p.trace.TracedProcess;
import runbench.sync.window.Words;

/**
 * Diagnoses a run whose launcher ran but no rank reported; likely reasons first.
 *
 * @param request request of the run
 * @param folder folder of the run
 * @param bundle files that the nodes use
 * @param status exit status of the launcher; null: it was not started
 */
record NoRank(ClusterRequest request, ClusterFolder folder, NodeBundle bundle, Integer status) {
    /** Reason in the record of such a run. */
    static final String WORDS = "no rank reported";
    private static final int LAST_WORDS = 300;

    List<ClusterRecord.Problem> reasons() throws IOException {
        List<ClusterRecord.Problem> reasons = new ArrayList<>();
        if (status == null || status != 0) {
            String said = lastWords();
            reasons.add(reason(
                    "the launcher failed before any rank began" + (said.isEmpty() ? "" : "; its last words: " + said),
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
                "the launcher ended well without starting what stands behind it, or ran it with an environment of its own, without RB_CLUSTER_RUN",
                "try it: " + request.launch() + " hostname; with Slurm: srun --export=ALL"));
        reasons.add(reason("the nodes do not see " + folder.path() + " or " + bundle.path(),
                "choose a folder with -o that all nodes see, and keep Runbench in one"));
    }

    private void preloaded(List<ClusterRecord.Problem> reasons) throws IOException {
        LoadedInto loaded = LoadedInto.noted(folder);
        staticProgram().ifPresent(at -> reasons.add(
                reason(request.command().get(at) + " is linked statically: no library can be loaded in front of it",
                        wrappedFrom(at))));
        if (!loaded.behind().isEmpty()) {
            reasons.add(reason(
                    names(loaded.launchers()) + " started " + names(loaded.behind())
                            + " without telling a rank (OMPI_COMM_WORLD_RANK, PMIX_RANK, PMI_RANK, SLURM_PROCID)",
                    "number the processes as they come: runbench cluster --launch 'LAUNCHER OPTIONS' -- PROGRAM"));
        } else if (!reasons.isEmpty()) {
            return;
        } else if (!loaded.launchers().isEmpty()) {
            reasons.add(reason(
                    names(loaded.launchers())
                            + " was started with Runbench's environment and handed it on to no process "
                            + "(srun --export=NONE, another user, a rule of the site)",
                    "have it hand on LD_PRELOAD and RB_*: srun --export=ALL, mpirun -x LD_PRELOAD -x RB_CLUSTER_RUN -x RB_CLUSTER_BUNDLE"));
        } else if (!loaded.others().isEmpty()) {
            reasons.add(reason(
                    names(loaded.others())
                            + " ran, and nothing gave it a rank: it was not started by mpirun, srun or their like",
                    "put the launcher in front: runbench cluster -- mpirun -np 4 " + words(0)
                            + "; one process alone: runbench sample -- " + words(0)));
        } else {
            reasons.add(reason(
                    "no process took " + bundle.library() + ": " + request.command().get(0)
                            + " clears its environment, changes the user, is of "
                            + "another C library, or runs where that folder is not seen",
                    "wrapped instead: runbench cluster --launch 'LAUNCHER OPTIONS' -- PROGRAM"));
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
        return at == 0 ? "wrapped, behind a launcher: runbench cluster --launch 'mpirun -np 4' -- " + words(0)
                : "wrapped: runbench cluster --launch "
                        + Words.join(List.of(Words.join(request.command().subList(0, at)))) + " -- " + words(at);
    }

    private String words(int from) {
        return Words.join(request.command().subList(from, request.command().size()));
    }

    private static String names(List<String> programs) {
        return String.join(", ", programs);
    }

    private String lastWords() throws IOException {
        List<String> lines = Files.exists(folder.launcherErr())
                ? new String(Files.readAllBytes(folder.launcherErr()), StandardCharsets.UTF_8).lines()
                        .map(String::strip)
                        .filter(l -> !l.isEmpty() && l.chars().anyMatch(Character::isLetter))
                        .toList()
                : List.of();
        String last = lines.isEmpty() ? "" : lines.get(lines.size() - 1);
        return last.length() > LAST_WORDS ? last.substring(0, LAST_WORDS) : last;
    }
}
