package runbench.cli.machine;

import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import runbench.base.json.OutputFormat;
import runbench.cli.option.JsonOption;
import runbench.measure.machine.MachineExamination;
import runbench.report.text.PrintedJson;
import runbench.sampler.probe.Doctor.Finding;

/** {@code runbench doctor}: reports the counters of this machine and their obstacles. */
@Command(name = "doctor", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Reports the counters of this machine and their obstacles: state, consequence, and the command "
                + "that removes an obstacle.",
        footerHeading = "%nExample:%n", footer = "  runbench doctor")
public final class DoctorCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private JsonOption printed;

    @Override
    public Integer call() {
        List<Finding> findings = MachineExamination.findings();
        PrintWriter out = spec.commandLine().getOut();
        if (printed.isJson()) {
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
}
