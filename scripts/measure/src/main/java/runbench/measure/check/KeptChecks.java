package runbench.measure.check;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import runbench.measure.machine.MachineFiles;
import runbench.parser.check.CheckMark;
import runbench.parser.check.CheckReport;

/** What came of checking this machine, kept for each host, processor, microcode and kernel. */
public final class KeptChecks {
    /** Counted by the machine's own counters. */
    public static final String COUNTERS = "counters";
    /** Counted in emulation. */
    public static final String EMULATION = "emulation";

    private final MachineFiles files;

    private KeptChecks(MachineFiles files) {
        this.files = files;
    }

    /** Those of this user: {@code $XDG_CACHE_HOME/runbench/checks}. */
    public static KeptChecks ofThisMachine() {
        return new KeptChecks(MachineFiles.ofThisMachine("checks"));
    }

    static KeptChecks in(Path folder, Map<String, String> machine) {
        return new KeptChecks(new MachineFiles(folder, machine));
    }

    Map<String, String> machine() {
        return files.machine();
    }

    /** @return where it is kept @throws runbench.base.error.RunbenchException exit code 3 */
    Path keep(CheckReport report) {
        return files.keep(report.counted(), "what came of the check", report::write);
    }

    /** The last check of this very machine; empty where there was none. */
    public Optional<CheckReport> find(String counted) {
        return CheckReport.read(files.file(counted))
                .filter(r -> r.machine().equals(machine()) && r.counted().equals(counted));
    }

    /** For the metadata of a recording: what its summaries say of the metrics, by metric. */
    public Map<String, Object> notes(boolean emulated) {
        return find(emulated ? EMULATION : COUNTERS).map(CheckMark::notes).orElse(Map.of());
    }
}
