package runbench.cli.option;

import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The option for a table beside the text of a result; without a file the table replaces the text. */
public final class CsvOption {
    private static final Path STANDARD_OUTPUT = Path.of("/dev/stdout");

    @Option(names = "--csv", paramLabel = "FILE", arity = "0..1", order = 33,
            preprocessor = PrintTarget.AttachedOnly.class,
            description = "Print the result as CSV, or write it to FILE.")
    private String file;

    /** Writes a table to a file. */
    @FunctionalInterface
    public interface Table {
        void writeTo(Path file) throws IOException;
    }

    public boolean isGiven() {
        return file != null;
    }

    /** Returns whether the table is printed instead of the text. */
    public boolean isPrinted() {
        return PrintTarget.STANDARD_OUTPUT.equals(file);
    }

    /** Writes the table if it is wanted. */
    public void write(Table table) throws IOException {
        if (file != null) {
            table.writeTo(isPrinted() ? STANDARD_OUTPUT : Path.of(file));
        }
    }
}
