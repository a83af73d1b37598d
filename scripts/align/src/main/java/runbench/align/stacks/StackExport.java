package runbench.align.stacks;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import runbench.base.error.RunbenchException;
import runbench.base.file.OutputFile;
import runbench.parser.record.Metadata;
import runbench.parser.symbols.StackProfile;

/** The formats in which the call stacks of a run are written. */
public enum StackExport {
    /** One line per stack, outermost function first: {@code main;solve;dot 12} (flamegraph.pl, inferno). */
    COLLAPSED("run.collapsed.txt", (s, m, out) -> out.write(CollapsedStacks.text(s).getBytes(StandardCharsets.UTF_8))),
    /** The file format of speedscope, version 0.0.1. */
    SPEEDSCOPE("run.speedscope.json", SpeedscopeFile::write),
    /** The Gecko profile format, version 24, which the Firefox Profiler loads. */
    FIREFOX("run.firefox.json", GeckoProfile::write),
    /** A compressed profile.proto. */
    PPROF("run.pb.gz", (s, m, out) -> {
        GZIPOutputStream packed = new GZIPOutputStream(out);
        PprofProfile.write(s, m, packed);
        packed.finish();
    });

    private final String file;
    private final Writer writer;

    StackExport(String file, Writer writer) {
        this.file = file;
        this.writer = writer;
    }

    private interface Writer {
        void write(StackProfile stacks, Metadata metadata, OutputStream out) throws IOException;
    }

    /** Returns the usual name of a file of this format. */
    public String file() {
        return file;
    }

    /**
     * Writes a file.
     *
     * @param metadata metadata of the recording
     * @throws RunbenchException (machine) the file cannot be written
     */
    public void write(StackProfile stacks, Metadata metadata, Path to) {
        try {
            OutputFile.produce(to, content -> {
                OutputStream out = new BufferedOutputStream(content, 1 << 16);
                writer.write(stacks, metadata, out);
                out.flush();
                return null;
            });
        } catch (IOException e) {
            throw RunbenchException.machine(to + ": cannot be written: " + e.getMessage())
                    .remedy("name another place: -o FILE")
                    .causedBy(e);
        }
    }
}
