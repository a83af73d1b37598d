package runbench.livelog.display;

import java.nio.file.Path;
import java.util.List;

/** What a folder says of its log. */
final class StoreStatus implements LogControl {
    private final Path file;

    StoreStatus(Path file) {
        this.file = file;
    }

    @Override
    public LogStatus status() {
        Path folder = file.toAbsolutePath().getParent();
        return new LogStatus(folder == null ? file.toString() : String.valueOf(folder.getFileName()), LogState.UNKNOWN, Double.NaN, Double.NaN, List.of(),
                List.of("from the folder " + folder + ", without a receiver"));
    }

    @Override
    public boolean stoppable() {
        return false;
    }

    @Override
    public void stop() {
        // Nothing runs.
    }
}
