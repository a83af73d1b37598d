package runbench.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command {@code runbench}. */
@Command(
        name = "runbench",
        mixinStandardHelpOptions = true,
        version = "runbench 0.1.0",
        description = "How a program behaves over time.")
public final class Main implements Runnable {
    public static void main(String[] args) {
        System.exit(new CommandLine(new Main()).execute(args));
    }

    @Override
    public void run() {
        CommandLine.usage(this, System.out);
    }
}
