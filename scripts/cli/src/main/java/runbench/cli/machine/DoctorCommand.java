package runbench.cli.machine;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import runbench.base.home.ProjectHome;
import runbench.base.home.ResultFolders;
import runbench.base.json.OutputFormat;
import runbench.report.text.PrintedJson;
import runbench.pas2p.checkpoint.Checkpointer;
import runbench.sampler.probe.Doctor;
import runbench.sampler.probe.Finding;
import runbench.sampler.probe.Finding.State;

/** {@code runbench doctor}: what this machine can count, and what to type where it cannot. */
@Command(name = "doctor", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Says what this machine can count and what is in the way: state, consequence, what to type.",
        footerHeading = "%nExample:%n", footer = "  runbench doctor")
public final class DoctorCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(names = "--json", description = "Print as JSON.")
    private boolean json;

    @Override
    public Integer call() {
        List<Finding> findings = new ArrayList<>(Doctor.examine(ProjectHome.folder(), ResultFolders.root()));
        findings.add(checkpoints(Checkpointer.find(null)));
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(PrintedJson.text(OutputFormat.DOCTOR, findings));
            return 0;
        }
        for (Finding f : findings) {
            out.printf("%-8s %-18s %s%n", f.state().name().toLowerCase(java.util.Locale.ROOT), f.name(), f.detail());
            if (!f.consequence().isEmpty()) {
                out.printf("%28s%s%n", "", f.consequence());
            }
            if (!f.remedy().isEmpty()) {
                out.printf("%28s-> %s%n", "", f.remedy());
            }
        }
        return 0;
    }

    private static Finding checkpoints(Checkpointer.Found criu) {
        return criu.usable() != null
                ? new Finding("checkpoints", State.OK,
                        "CRIU " + criu.usable().version() + " (" + criu.usable().program() + ")", "", "")
                : new Finding("checkpoints", State.LIMITED, criu.obstacle(),
                        "no checkpoint signature: a signature runs the program up to its last occurrence",
                        "CRIU 4 or newer, as root; its place: " + Checkpointer.VARIABLE);
    }
}
