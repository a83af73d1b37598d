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
 * Standard output that records write errors. Java's own stream ignores them, and a script must not take truncated
 * output on a full disk for a success.
 */
public final class StandardOutput extends FilterOutputStream {
    private volatile IOException failure;

    private StandardOutput(OutputStream to) {
        super(to);
    }

    /** Replaces {@link System#out}. */
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

    /** Returns the error; empty: all output was written, or the reader closed the pipe ({@code | head}). */
    public Optional<RunbenchException> failure() {
        if (failure == null || isPipe()) {
            return Optional.empty();
        }
        return Optional.of(RunbenchException.machine("cannot write to standard output: " + failure.getMessage())
                .remedy("make room where it is redirected to (df -h)")
                .causedBy(failure));
    }

    /** Returns whether the output is a pipe or a socket, whose writes fail only after the reader closed it. */
    private static boolean isPipe() {
        try {
            return Files.readSymbolicLink(Path.of("/proc/self/fd/1")).toString().matches("(pipe|socket):.*");
        } catch (IOException e) {
            return false;
        }
    }
}
