package runbench.measure.check;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32;
import runbench.base.error.RunbenchException;
import runbench.base.home.UserFolders;
import runbench.parser.check.CheckMark;
import runbench.parser.check.CheckReport;
import runbench.sampler.events.machine.SystemFiles;
import runbench.sampler.probe.CheckedMachine;

/** What came of checking this machine, kept for each host, processor, microcode and kernel. */
public final class KeptChecks {
    /** Counted by the machine's own counters. */
    public static final String COUNTERS = "counters";
    /** Counted in emulation. */
    public static final String EMULATION = "emulation";

    private final Path folder;
    private final Map<String, String> machine;

    private KeptChecks(Path folder, Map<String, String> machine) {
        this.folder = folder;
        this.machine = machine;
    }

    /** Those of this user: {@code $XDG_CACHE_HOME/runbench/checks}. */
    public static KeptChecks ofThisMachine() {
        return new KeptChecks(UserFolders.cache().resolve("checks"), CheckedMachine.of(SystemFiles.THIS_MACHINE));
    }

    static KeptChecks in(Path folder, Map<String, String> machine) {
        return new KeptChecks(folder, machine);
    }

    Map<String, String> machine() {
        return machine;
    }

    /** @return where it is kept @throws RunbenchException exit code 3 */
    Path keep(CheckReport report) {
        Path file = file(report.counted());
        try {
            Files.createDirectories(folder);
            report.write(file);
            return file;
        } catch (IOException e) {
            throw RunbenchException.machine("what came of the check cannot be kept in " + file + ": " + e.getMessage())
                    .remedy("make that folder writable, or name another with XDG_CACHE_HOME").causedBy(e);
        }
    }

    /** The last check of this very machine; empty where there was none. */
    public Optional<CheckReport> find(String counted) {
        return CheckReport.read(file(counted)).filter(r -> r.machine().equals(machine) && r.counted().equals(counted));
    }

    /** For the metadata of a recording: what its summaries say of the metrics, by metric. */
    public Map<String, Object> notes(boolean emulated) {
        return find(emulated ? EMULATION : COUNTERS).map(CheckMark::notes).orElse(Map.of());
    }

    private Path file(String counted) {
        CRC32 sum = new CRC32();
        sum.update(machine.toString().getBytes(StandardCharsets.UTF_8));
        return folder.resolve(counted + "-" + HexFormat.of().toHexDigits((int) sum.getValue()) + ".json");
    }
}
