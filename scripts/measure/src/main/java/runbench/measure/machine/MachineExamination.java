package runbench.measure.machine;

import java.util.ArrayList;
import java.util.List;
import runbench.base.home.ProjectHome;
import runbench.base.home.ProjectHome.ResultFolders;
import runbench.pas2p.checkpoint.Checkpointer;
import runbench.sampler.probe.Doctor;
import runbench.sampler.probe.Doctor.Finding;

/** The examination of this machine: counters, privileges, tools, and checkpoints of processes. */
public final class MachineExamination {
    private MachineExamination() {
    }

    /** Examines the machine. Takes up to a second. */
    public static List<Finding> findings() {
        List<Finding> findings = new ArrayList<>(Doctor.examine(ProjectHome.folder(), ResultFolders.root()));
        findings.add(checkpoints(Checkpointer.find(null)));
        return findings;
    }

    private static Finding checkpoints(Checkpointer.Found criu) {
        return criu.usable() != null
                ? new Finding("checkpoints", Finding.State.OK,
                        "CRIU " + criu.usable().version() + " (" + criu.usable().program() + ")", "", "")
                : new Finding("checkpoints", Finding.State.LIMITED, criu.obstacle(),
                        "no checkpoint signature: a signature runs the program up to its last occurrence",
                        "CRIU 4 or newer, as root; its place: " + Checkpointer.VARIABLE);
    }
}
