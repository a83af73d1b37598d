package runbench.sampler.probe;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import runbench.parser.stats.WhoseCounts;
import runbench.sampler.events.machine.SystemFiles;
import runbench.sampler.events.names.ResctrlEvents;
import runbench.sampler.run.ScopesHere;

/** What a run's counters are opened on here, what that costs, and what is monitored of caches. */
final class ScopeChecks {
    private ScopeChecks() {
    }

    static Finding scope(Optional<ScopesHere> scopes) {
        if (scopes.isEmpty()) {
            return Finding.limited("scope", "could not be tried: the sampling helper is missing",
                    "runs follow each task", "make -C native, then runbench doctor again");
        }
        ScopesHere here = scopes.get();
        long forks = Math.round(here.forksPerSecond(WhoseCounts.DEAR));
        String cost = String.format(Locale.ROOT,
                "a run follows each task (--scope task); with 4 events on %d CPUs that adds about %.0f us to each fork, "
                        + "%.0f %% of a CPU from %,d forks a second on",
                here.cpus(), here.costPerForkNanos() / 1e3, 100 * WhoseCounts.DEAR, forks);
        return here.cgroup() ? Finding.ok("scope", cost
                + "; --scope cgroup counts on each CPU instead, at no cost at forks, and --scope auto chooses by the run before")
                : Finding.limited("scope",
                        cost + "; --scope cgroup, which would cost nothing, is not possible: " + here.why(),
                        "programs that fork more than that are slowed down",
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
            return Finding.ok("resctrl", "mounted; this processor's caches monitor nothing");
        }
        return files.lines("/proc/filesystems").stream().anyMatch(l -> l.strip().endsWith("resctrl"))
                ? Finding.limited("resctrl", "not mounted",
                        "a program's share of the last-level cache and its memory traffic cannot be seen",
                        ResctrlEvents.MOUNT)
                : Finding.ok("resctrl", "this processor or kernel monitors no caches for programs");
    }
}
