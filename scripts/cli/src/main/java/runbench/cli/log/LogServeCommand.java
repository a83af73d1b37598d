package runbench.cli.log;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import runbench.cli.option.RunName;
import runbench.livelog.ServedStore;
import runbench.livelog.display.ListenAddress;

/** {@code runbench log serve}: the page of a log without its receiver. */
@Command(name = "serve", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Serves the page of a log from its folder until Ctrl-C, during or after the run: a timeline for "
                + "each node, a table, and the errors of all times.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"2:no such log", "3:the address is not available", "130:Ctrl-C"},
        footerHeading = "%nExamples:%n",
        footer = {"  runbench log serve log          the latest log; prints the address to open",
                "  ssh -L 8080:127.0.0.1:8080 HOST runbench log serve STORE --listen 127.0.0.1:8080      from "
                        + "another machine, encrypted"})
public final class LogServeCommand implements Callable<Integer> {
    @Parameters(paramLabel = "STORE", converter = RunName.class,
            description = "The log of runbench log run: " + RunName.LOG_FORMS + "; or a file of merged events.")
    private Path store;

    @Option(names = "--listen", paramLabel = "HOST:PORT", defaultValue = "127.0.0.1:0",
            description = "Address for browsers (${DEFAULT-VALUE}: this machine only, any free port).")
    private String listen;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        ListenAddress at = ListenAddress.parse(listen);
        try (ServedStore served = ServedStore.open(store, at)) {
            out.println(served.address());
            if (!at.isLoopback()) {
                spec.commandLine()
                        .getErr()
                        .println("note: events and token go over the network unencrypted; ssh -L is safer");
            }
            out.flush();
            served.untilInterrupted();
        }
        return 0;
    }
}
