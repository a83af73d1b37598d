package runbench.sampler.probe;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import runbench.parser.stats.WhoseCounts;
import runbench.sampler.events.machine.SystemFiles;
import runbench.sampler.events.names.ResctrlEvents;
import runbench.sampler.run.ScopesHere;

/** Checks the scopes of counters, their overhead, and cache monitoring. */
final class ScopeChecks {
    private ScopeChecks() {
    }

    static Finding scope(Optional<ScopesHere> scopes) {
        if (scopes.isEmpty()) {
            return Finding.limited("scope", "could not be tested: the sampling helper is missing",
                    "runs follow each task", "make -C native, then runbench doctor again");
        }
        ScopesHere here = scopes.get();
        long forks = Math.round(here.forksPerSecond(WhoseCounts.DEAR));
        String cost = String.format(Locale.ROOT,
                "a run follows each task (--scope task); with 4 events on %d CPUs this adds about %.0f us to each fork, "
 + "%.0f %% of a CPU at %,d forks per second",
                here.cpus(), here.costPerForkNanos() / 1e3, 100 * WhoseCounts.DEAR, forks);
        return here.cgroup() ? Finding.ok("scope", cost
                + "; --scope cgroup counts on each CPU instead, without overhead at forks, and --scope auto chooses by the previous run")
                : Finding.limited("scope",
                        cost + "; --scope cgroup, which has no such overhead, is not possible: " + here.why(),
                        "programs with more forks are slowed down",
                        here.why().contains("perf_event_paranoid")
                                ? "sudo sysctl kernel.perf_event_paranoid=0, or run as root"
                                : "systemd-run --user --scope -p Delegate=yes runbench ...");
    }

    static Finding resctrl(SystemFiles files) {
        List<String> features = files.lines(ResctrlEvents.FEATURES);
        if (!features.isEmpty()) {
            return Finding.ok("resctrl", "the last-level caches monitor for a program: " + String.join(", ", features));
        }
        if (files.exists(ResctrlEvents.ROOT + "/info")) {
            return Finding.ok("resctrl", "mounted; this processor has no cache monitoring");
        }
        return files.lines("/proc/filesystems").stream().anyMatch(l -> l.strip().endsWith("resctrl"))
                ? Finding.limited("resctrl", "not mounted",
                        "a program's share of the last-level cache and its memory traffic cannot be counted",
                        ResctrlEvents.MOUNT)
                : Finding.ok("resctrl", "this processor or kernel has no cache monitoring");
    }
}
