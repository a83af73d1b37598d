package runbench.sampler.probe;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import runbench.base.file.DiskSpace;
import runbench.sampler.events.machine.Machine;
import runbench.sampler.events.machine.SystemFiles;
import runbench.sampler.probe.PerfChecks.NativeAnswers;
import runbench.sampler.probe.Sandbox.ProcessStatus;
import runbench.sampler.run.CounterAgreement;
import runbench.sampler.run.CounterScope.ScopesHere;
import runbench.sampler.run.Helper;

/** Examines a machine's measurement capabilities, with remedies for the missing ones: the entrance of this package. */
public final class Doctor {
    /**
     * The observations from which the findings follow.
     *
     * @param files the machine's files
     * @param answers results of opening events
     * @param searchPath folders of PATH
     * @param results folder for recordings
     * @param freeBytes free space of that folder in bytes
     * @param helper path of the helper, built or not
     * @param counters number of counters that work simultaneously; empty if unknown
     * @param scopes possible scopes of counters; empty if unknown
     */
    record Evidence(SystemFiles files, NativeAnswers answers, List<String> searchPath, Path results, long freeBytes,
            Path helper, Optional<CounterAgreement> counters, Optional<ScopesHere> scopes) {}

    private Doctor() {
    }

    /**
     * Examines this machine, which takes up to a second.
     *
     * @param home the project's folder
     * @param results folder for recordings; it need not exist
     * @return the findings, in the order of the report
     */
    public static List<Finding> examine(Path home, Path results) {
        List<String> path = Stream.of(Optional.ofNullable(System.getenv("PATH")).orElse("").split(":"))
                .filter(f -> f.startsWith("/"))
                .toList();
        return findings(new Evidence(SystemFiles.THIS_MACHINE, NativeAnswers.ask(), path, results, freeBytes(results),
                Helper.path(home), CounterAgreement.ask(Helper.path(home)), ScopesHere.ask(Helper.path(home))));
    }

    static List<Finding> findings(Evidence e) {
        Machine machine = Machine.read(e.files());
        Sandbox sandbox = Sandbox.read(e.files());
        ProcessStatus status = ProcessStatus.read(e.files());
        SoftwareChecks software = new SoftwareChecks(e.files(), e.searchPath());
        return List.of(PerfChecks.pmu(machine, e.answers(), e.counters()), PerfChecks.counters(machine, e.counters()),
                PerfChecks.open(e.answers(), sandbox, machine), PerfChecks.kernelCounts(e.answers(), machine),
                PerfChecks.kernelDriven(e.answers()), MachineChecks.scope(e.scopes()), MachineChecks.resctrl(e.files()),
                MachineChecks.capabilities(status), MachineChecks.sandbox(sandbox, e.answers()),
                MachineChecks.realtime(e.files(), status), SoftwareChecks.pfm(e.answers()), software.fonts(),
                MachineChecks.disk(e.results().toString(), e.freeBytes()), MachineChecks.frequency(e.files()),
                MachineChecks.caches(e.files()), SoftwareChecks.helper(e.helper()), software.tools(),
                software.optionalTools());
    }

    private static long freeBytes(Path results) {
        Path existing = results.toAbsolutePath();
        while (existing != null && !Files.exists(existing)) {
            existing = existing.getParent();
        }
        return existing == null ? 0 : DiskSpace.usableBytes(existing);
    }

    /**
     * A capability of this machine and its state.
     *
     * @param name a short key: {@code pmu}, {@code perf_event_open}, {@code disk}
     * @param state the state
     * @param detail the observation
     * @param consequence effect on measurements; empty if {@link State#OK}
     * @param remedy command to type or action to take; empty if there is none
     */
    public record Finding(String name, State state, String detail, String consequence, String remedy) {
        public Finding {
            Objects.requireNonNull(name);
            Objects.requireNonNull(state);
            Objects.requireNonNull(detail);
            Objects.requireNonNull(consequence);
            Objects.requireNonNull(remedy);
        }

        static Finding ok(String name, String detail) {
            return new Finding(name, State.OK, detail, "", "");
        }

        static Finding limited(String name, String detail, String consequence, String remedy) {
            return new Finding(name, State.LIMITED, detail, consequence, remedy);
        }

        static Finding missing(String name, String detail, String consequence, String remedy) {
            return new Finding(name, State.MISSING, detail, consequence, remedy);
        }

        /** The state of a capability. */
        public enum State {
            /** It works. */
            OK,
            /** It works with a stated restriction. */
            LIMITED,
            /** It does not work. */
            MISSING
        }
    }
}
