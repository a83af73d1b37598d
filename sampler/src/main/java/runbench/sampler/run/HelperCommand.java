package runbench.sampler.run;

import runbench.sampler.events.Encoding;
import runbench.sampler.events.Event;
import runbench.sampler.events.Modifiers;
import runbench.sampler.events.Event.Placement;
import runbench.sampler.events.Event.Source;
import runbench.sampler.events.names.ResctrlEvents;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import runbench.sampler.run.SamplingListener.Calibration;

/** Builds the helper's command line for a request. */
final class HelperCommand {
    private HelperCommand() {
    }

    /**
     * Returns the helper's command line.
     *
     * @param calibration calibration of an earlier run; empty: the helper calibrates
     */
    static List<String> of(Path helper, SamplingRequest r, Path meta, Optional<Calibration> calibration) {
        List<String> argv = new ArrayList<>();
        argv.add(helper.toString());
        argv.addAll(counting(r));
        option(argv, "--output", r.recording());
        calibration.ifPresent(c -> option(argv, "--calibrated", c.reuse()));
        option(argv, "--meta", meta);
        r.stdin().filter(f -> !f.equals(ProgramBuilder.OWN_INPUT)).ifPresent(f -> option(argv, "--stdin", f));
        r.stdout().ifPresent(f -> option(argv, "--stdout", f));
        r.stderr().ifPresent(f -> option(argv, "--stderr", f));
        r.directory().ifPresent(d -> option(argv, "--chdir", d));
        r.attachment().ifPresent(a -> a.targets().forEach(t -> option(argv, a.kind().option(), t)));
        r.delay().ifPresent(d -> option(argv, "--delay", d.toNanos()));
        r.control().ifPresent(c -> c.addTo(argv));
        r.interval().ifPresent(i -> option(argv, "--interval", i.toNanos()));
        if (r.placement().cpus() != null) {
            option(argv, "--affinity", r.placement().cpus());
        }
        if (r.placement().memNodes() != null) {
            option(argv, "--memory-nodes", r.placement().memNodes());
        }
        r.timeout().ifPresent(t -> option(argv, "--timeout", t.toNanos()));
        argv.add("--");
        argv.addAll(r.command());
        return argv;
    }

    /** Returns the options for events and period, which are the same on every node. */
    static List<String> counting(SamplingRequest r) {
        List<String> argv = conditions(r);
        if (r.scope().asked() != CounterScope.TASK) {
            option(argv, "--forks-before", r.scope().forksBefore());
            option(argv, "--run-before", r.scope().runNanosBefore());
        }
        return argv;
    }

    /** Returns the options on which the calibration depends. */
    static List<String> conditions(SamplingRequest r) {
        List<String> argv = new ArrayList<>();
        option(argv, "--period", r.period().nanos());
        option(argv, "--mode", r.mode().forPeriod(r.period()).word());
        r.events().events().forEach(e -> option(argv, "--event", event(e)));
        if (!r.inherit()) {
            argv.add("--no-inherit");
        }
        if (r.scope().asked() != CounterScope.TASK) {
            option(argv, "--scope", r.scope().asked().word());
        }
        switch (r.switches()) {
            case NONE -> {
            }
            case AUTO -> argv.add("--switches=auto");
            case ALL -> argv.add("--switches");
        }
        if (!r.code().pointers()) {
            argv.add("--no-pointers");
        }
        r.code().callGraph().ifPresent(mode -> option(argv, "--call-graph", mode));
        if (r.splitGroups()) {
            argv.add("--split");
        }
        option(argv, "--max-cost", r.maxCost());
        if (r.force()) {
            argv.add("--force");
        }
        return argv;
    }

    /** Returns the argument of {@code --event}. The name is last because it may contain commas. */
    static String event(Event e) {
        Modifiers m = e.modifiers();
        StringBuilder s = new StringBuilder(96);
        for (Placement p : e.placements()) {
            Encoding c = p.encoding();
            s.append(s.isEmpty() ? "type=" : ",or=")
                    .append(c.type())
                    .append(",config=0x")
                    .append(Long.toHexString(c.config()))
                    .append(",config1=0x")
                    .append(Long.toHexString(c.config1()))
                    .append(",config2=0x")
                    .append(Long.toHexString(c.config2()));
            if (!p.cpus().isEmpty()) {
                s.append(",cpus=").append(p.cpus().replace(',', '+'));
            }
        }
        s.append(",group=")
                .append(e.group())
                .append(",user=")
                .append(m.user() ? 1 : 0)
                .append(",kernel=")
                .append(m.kernel() ? 1 : 0);
        if (m.hypervisor()) {
            s.append(",hypervisor=1");
        }
        if (!m.idle()) {
            s.append(",idle=0");
        }
        if (!m.guest()) {
            s.append(",guest=0");
        }
        if (!m.host()) {
            s.append(",host=0");
        }
        if (m.exclusive()) {
            s.append(",exclusive=1");
        }
        if (m.precise() > 0) {
            s.append(",precise=").append(m.precise());
        }
        if (m.pinned()) {
            s.append(",pinned=1");
        }
        if (e.counters() != 1) {
            s.append(",counters=").append(e.counters());
        }
        if (e.source() == Source.RESCTRL) {
            s.append(",resctrl=").append(ResctrlEvents.file(e));
        } else if (e.wide()) {
            s.append(",socket=1");
        }
        if (e.leads()) {
            s.append(",leads=1");
        }
        if (e.indivisible()) {
            s.append(",together=1");
        }
        return s.append(",source=")
                .append(e.source().label())
                .append(",unit=")
                .append(e.unit().replace(',', ' ').replace('=', ' '))
                .append(",name=")
                .append(e.name())
                .toString();
    }

    private static void option(List<String> argv, String name, Object value) {
        argv.add(name);
        argv.add(value.toString());
    }
}
