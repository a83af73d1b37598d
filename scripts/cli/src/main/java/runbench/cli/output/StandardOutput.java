package runbench.cli.output;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import runbench.base.error.RunbenchException;

/**
 * Standard output that remembers whether all of it arrived: Java's own swallows errors, and a script that reads nothing
 * from a full disk must not be told that all is well.
 */
public final class StandardOutput extends FilterOutputStream {
    private volatile IOException failure;

    private StandardOutput(OutputStream to) {
        super(to);
    }

    /** Takes the place of {@link System#out}. */
    public static StandardOutput install() {
        StandardOutput output = new StandardOutput(new FileOutputStream(FileDescriptor.out));
        System.setOut(new PrintStream(output, true, charset()));
        return output;
    }

    private static Charset charset() {
        String name = System.getProperty("stdout.encoding", System.getProperty("sun.stdout.encoding"));
        return name == null ? Charset.defaultCharset() : Charset.forName(name);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        try {
            out.write(bytes, offset, length);
        } catch (IOException e) {
            failure = e;
            throw e;
        }
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[]{(byte) b}, 0, 1);
    }

    /** Empty when all arrived, or when a reader had seen enough and went ({@code | head}). */
    public Optional<RunbenchException> failure() {
        if (failure == null || isPipe()) {
            return Optional.empty();
        }
        return Optional.of(RunbenchException.machine("cannot write to standard output: " + failure.getMessage())
                .remedy("make room where it is redirected to (df -h)")
                .causedBy(failure));
    }

    /** Writing to a pipe or a socket fails only when nobody reads it any more. */
    private static boolean isPipe() {
        try {
            return Files.readSymbolicLink(Path.of("/proc/self/fd/1")).toString().matches("(pipe|socket):.*");
        } catch (IOException e) {
            return false;
        }
    }
}
