package runbench.sampler.run;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Builds the common part of a request to run a program: environment, files and time limit. Files that are not set are
 * {@code /dev/null}.
 *
 * @param <B> the builder of one kind of request
 */
public abstract class ProgramBuilder<B extends ProgramBuilder<B>> {
    /** The input file that stands for this process's standard input, at its current position. */
    public static final Path OWN_INPUT = Path.of("/dev/stdin");

    protected final List<String> command;
    protected final Path recording;
    protected Map<String, String> environment;
    protected Path directory;
    protected Path stdin;
    protected Path stdout;
    protected Path stderr;
    protected Duration timeout;
    protected Map<String, Object> meta = Map.of();

    /**
     * Creates a builder.
     *
     * @param command program and arguments
     * @param recording path of the recording
     * @param environment default environment
     */
    protected ProgramBuilder(List<String> command, Path recording, Map<String, String> environment) {
        this.command = command;
        this.recording = recording;
        this.environment = environment;
    }

    protected abstract B self();

    public B environment(Map<String, String> whole) {
        environment = whole;
        return self();
    }

    public B directory(Path value) {
        directory = value;
        return self();
    }

    /**
     * Sets the program's input.
     *
     * @param value the file; null for {@code /dev/null}; {@link #OWN_INPUT} for this process's standard input
     */
    public B stdin(Path value) {
        stdin = value;
        return self();
    }

    public B stdout(Path value) {
        stdout = value;
        return self();
    }

    public B stderr(Path value) {
        stderr = value;
        return self();
    }

    /**
     * Sets the time limit.
     *
     * @param value wall time, or null for no limit
     */
    public B timeout(Duration value) {
        timeout = value;
        return self();
    }

    public B meta(Map<String, Object> value) {
        meta = value;
        return self();
    }
}
