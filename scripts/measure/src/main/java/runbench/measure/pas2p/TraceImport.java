package runbench.measure.pas2p;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import runbench.base.error.RunbenchException;
import runbench.base.file.OutputFolder;
import runbench.base.home.ProjectHome;
import runbench.pas2p.interop.Clog2Import;
import runbench.pas2p.interop.Otf2Import;
import runbench.pas2p.interop.ParaverImport;
import runbench.pas2p.trace.MpiTrace;

/** Converts traces of other tools into rank files. */
public final class TraceImport {
    private TraceImport() {
    }

    /**
     * Converts a trace and reads the result.
     *
     * @param file anchor file of an OTF2 archive, .prv file of a Paraver trace, or .clog2 file
     * @param directory directory for the rank files; created if it is missing
     * @throws RunbenchException (bad input) the file is missing or has another format
     */
    public static MpiTrace run(Path file, Path directory) throws IOException, InterruptedException {
        if (!Files.isRegularFile(file)) {
            throw RunbenchException.badInput("no such file: " + file);
        }
        String name = file.getFileName().toString();
        if (!name.endsWith(".otf2") && !name.endsWith(".prv") && !name.endsWith(".clog2")) {
            throw RunbenchException.badInput(file + ": neither an .otf2, a .prv nor a .clog2 file")
                    .remedy("give the anchor file of an OTF2 archive (traces.otf2), the .prv file of a Paraver trace "
                            + "or the .clog2 file of MPE2");
        }
        OutputFolder.create(directory);
        if (name.endsWith(".otf2")) {
            Otf2Import.run(ProjectHome.folder(), file, directory);
        } else if (name.endsWith(".prv")) {
            ParaverImport.run(file, directory);
        } else {
            Clog2Import.run(file, directory);
        }
        return MpiTrace.open(directory);
    }
}
