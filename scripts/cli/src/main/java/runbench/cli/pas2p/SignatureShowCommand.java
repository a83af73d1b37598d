package runbench.cli.pas2p;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import runbench.base.json.OutputFormat;
import runbench.pas2p.checkpoint.CheckpointFiles;
import runbench.pas2p.checkpoint.CheckpointSignature;
import runbench.pas2p.signature.Signature;
import runbench.pas2p.signature.SignatureFiles;
import runbench.report.text.PrintedJson;
import runbench.report.text.SignatureText.CheckpointText;
import runbench.report.text.SignatureText;

/** {@code runbench pas2p signature show}: shows a signature. */
@Command(name = "show", mixinStandardHelpOptions = true, sortOptions = false,
        description = {"Shows a signature: program, run, phases, and selected occurrences.",
                "Also the part of the program that must run; of a checkpoint signature, the copies and their "
                        + "requirements."},
        footerHeading = "%nExample:%n",
        footer = {"  runbench pas2p signature show app.sig.json", "  runbench pas2p signature show copies"})
public final class SignatureShowCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "SIG",
            description = "File that runbench pas2p signature build wrote, or directory of signature checkpoint.")
    private Path file;

    @Option(names = "--json", order = 34, description = "Print the file as JSON.")
    private boolean json;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        if (CheckpointFiles.isOne(file)) {
            CheckpointSignature checkpoints = CheckpointFiles.read(file);
            if (json) {
                out.println(PrintedJson.text(OutputFormat.CHECKPOINT_SIGNATURE, CheckpointFiles.json(checkpoints)));
            } else {
                CheckpointText.print(out, checkpoints, file);
            }
            return 0;
        }
        Signature signature = SignatureFiles.signature(file);
        if (json) {
            out.println(PrintedJson.text(OutputFormat.SIGNATURE, SignatureFiles.json(signature)));
        } else {
            SignatureText.print(out, signature);
        }
        return 0;
    }
}
