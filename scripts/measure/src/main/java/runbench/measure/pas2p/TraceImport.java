package runbench.measure.pas2p;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import runbench.base.error.RunbenchException;
import runbench.base.file.OutputFolder;
import runbench.base.home.ProjectHome;
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
     * @param file anchor file of an OTF2 archive, or .prv file of a Paraver trace
     * @param directory directory for the rank files; created if it is missing
     * @throws RunbenchException (bad input) the file is missing or has another format
     */
    public static MpiTrace run(Path file, Path directory) throws IOException, InterruptedException {
        if (!Files.isRegularFile(file)) {
            throw RunbenchException.badInput("no such file: " + file);
        }
        String name = file.getFileName().toString();
        boolean isOtf2 = name.endsWith(".otf2");
        if (!isOtf2 && !name.endsWith(".prv")) {
            throw RunbenchException.badInput(file + ": neither an .otf2 nor a .prv file")
                    .remedy("give the anchor file of an OTF2 archive (traces.otf2) or the .prv file of a Paraver "
                            + "trace");
        }
        OutputFolder.create(directory);
        if (isOtf2) {
            Otf2Import.run(ProjectHome.folder(), file, directory);
        } else {
            ParaverImport.run(file, directory);
        }
        return MpiTrace.open(directory);
    }
}
