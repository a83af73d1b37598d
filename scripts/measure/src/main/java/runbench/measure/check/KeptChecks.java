package runbench.measure.check;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import runbench.measure.machine.MachineFiles;
import runbench.parser.check.CheckMark;
import runbench.parser.check.CheckReport;

/** The results of metric checks, kept per host, processor, microcode and kernel. */
public final class KeptChecks {
    /** Counted by the machine's own counters. */
    public static final String COUNTERS = "counters";
    /** Counted in emulation. */
    public static final String EMULATION = "emulation";

    private final MachineFiles files;

    private KeptChecks(MachineFiles files) {
        this.files = files;
    }

    /** Returns the results of this user: {@code $XDG_CACHE_HOME/runbench/checks}. */
    public static KeptChecks ofThisMachine() {
        return new KeptChecks(MachineFiles.ofThisMachine("checks"));
    }

    static KeptChecks in(Path folder, Map<String, String> machine) {
        return new KeptChecks(new MachineFiles(folder, machine));
    }

    Map<String, String> machine() {
        return files.machine();
    }

    /**
     * Writes a report.
     *
     * @return path of the file
     * @throws runbench.base.error.RunbenchException exit code 3: it cannot be written
     */
    Path keep(CheckReport report) {
        return files.keep(report.counted(), "the result of the check", report::write);
    }

    /** Returns the last check of this machine; empty if there was none. */
    public Optional<CheckReport> find(String counted) {
        return CheckReport.read(files.file(counted))
                .filter(r -> r.machine().equals(machine()) && r.counted().equals(counted));
    }

    /** Returns the notes on metrics for the metadata of a recording, by metric. */
    public Map<String, Object> notes(boolean emulated) {
        return find(emulated ? EMULATION : COUNTERS).map(CheckMark::notes).orElse(Map.of());
    }
}
