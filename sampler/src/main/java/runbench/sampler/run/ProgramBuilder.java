package runbench.sampler.run;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * What every request to run a program says, however it is counted: what is around the program. Files that are not given
 * are {@code /dev/null}.
 *
 * @param <B> the builder of one kind of request
 */
public abstract class ProgramBuilder<B extends ProgramBuilder<B>> {
    /** As a program's input: that of this process, from where it stands. */
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

    /** @param environment where none is given */
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

    /** @param value null for {@code /dev/null}; {@link #OWN_INPUT} for that of this process */
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

    /** @param value null for none */
    public B timeout(Duration value) {
        timeout = value;
        return self();
    }

    public B meta(Map<String, Object> value) {
        meta = value;
        return self();
    }
}
