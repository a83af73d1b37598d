package runbench.pas2p;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import runbench.pas2p.trace.MpiTrace;

/**
 * A message trace of a real solver: NAS MG class W (multigrid, V cycles) on 4 ranks, 5,404 events. The command {@code
 * runbench pas2p trace} recorded it under Open MPI 4.1.4 on one virtual machine.
 */
public final class Recorded {
    private Recorded() {
    }

    public static MpiTrace multigrid(Path directory) {
        try (InputStream resource = Recorded.class.getResourceAsStream("multigrid-4.zip");
                ZipInputStream zip = new ZipInputStream(resource)) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                Files.write(directory.resolve(Path.of(entry.getName()).getFileName()), zip.readAllBytes());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return MpiTrace.open(directory);
    }
}
