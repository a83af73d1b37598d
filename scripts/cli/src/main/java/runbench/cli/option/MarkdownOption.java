package runbench.cli.option;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.function.Supplier;
import picocli.CommandLine.Option;
import runbench.base.file.OutputFile;

/** The option for a result in Markdown beside its text; without a file it replaces the text. */
public final class MarkdownOption {
    @Option(names = "--markdown", paramLabel = "FILE", arity = "0..1", order = 34,
            preprocessor = PrintTarget.AttachedOnly.class,
            description = "Print the tables of compared or repeated runs as Markdown, or write them to FILE.")
    private String file;

    public boolean isGiven() {
        return file != null;
    }

    /** Returns whether the Markdown is printed instead of the text. */
    public boolean isPrinted() {
        return PrintTarget.isStandardOutput(file);
    }

    /** Prints or writes the result if it is wanted. */
    public void write(Supplier<String> markdown, PrintWriter out) throws IOException {
        if (isPrinted()) {
            out.print(markdown.get());
            out.flush();
        } else if (file != null) {
            OutputFile.write(Path.of(file), markdown.get());
        }
    }
}
