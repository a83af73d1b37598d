package runbench.sampler.environment;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * Something that is known to make measurements worse.
 *
 * @param detail what was found
 * @param consequence what it does to a measurement
 * @param remedy what to type or do
 */
public record Disturbance(Kind kind, String detail, String consequence, String remedy) {
    /** More than this share of the CPUs is busy with something else. */
    private static final double BUSY = 0.25;
    private static final double HOT_C = 90;
    /** Below, a run's time is hardly longer for it. */
    private static final double STOLEN = 0.01;

    /** The worst first. */
    public enum Kind {
        QUOTA, STEAL, LOAD, GOVERNOR, TEMPERATURE;

        @JsonValue
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Known before a run, the worst first. @param cpus that this process may use */
    public static List<Disturbance> before(MachineState s, int cpus) {
        List<Disturbance> all = new ArrayList<>();
        if (s.limits().cpus() != null && s.limits().cpus() < cpus) {
            all.add(new Disturbance(Kind.QUOTA,
                    number(s.limits().cpus()) + " of " + cpus + " CPUs' time (cpu.max of the control group)",
                    "a program that wants more is stopped for the rest of each period",
                    "start the container without --cpus, or pin it with --cpuset-cpus"));
        }
        if (s.load() != null && s.load() > BUSY * cpus) {
            all.add(new Disturbance(Kind.LOAD,
                    "load " + number(s.load()) + " on " + cpus + (cpus == 1 ? " CPU" : " CPUs"),
                    "the program shares CPUs and caches with others",
                    "end what else runs (top shows it), or wait for it"));
        }
        if (s.governors() != null && !s.governors().equals(List.of("performance"))) {
            all.add(new Disturbance(Kind.GOVERNOR, "governor " + String.join(", ", s.governors()),
                    "the clock frequency changes with load",
                    "sudo sh -c 'echo performance | tee /sys/devices/system/cpu/cpu*/cpufreq/scaling_governor'"));
        }
        if (s.temperatureC() != null && s.temperatureC() >= HOT_C) {
            all.add(new Disturbance(Kind.TEMPERATURE, "processor at " + number(s.temperatureC()) + " C",
                    "it may lower its clock", "let it cool down, then repeat"));
        }
        all.sort(Comparator.comparing(Disturbance::kind));
        return List.copyOf(all);
    }

    /** Known after a run. @param stolen share of the CPUs' time, 0..1; null where nobody knows */
    public static List<Disturbance> after(Double stolen) {
        return stolen == null || stolen < STOLEN ? List.of()
                : List.of(new Disturbance(Kind.STEAL,
                        number(stolen * 100) + " % of the CPUs' time stolen during the run",
                        "the host let others run: wall times are too long",
                        "compare interleaved pairs: runbench compare --run 10 -- A -- B; or take a host of your own"));
    }

    private static String number(double value) {
        // a formatter's classes take longer to load than all of the state to read, and a program waits
        long tenths = Math.round(value * 10);
        return tenths % 10 == 0 && value == Math.rint(value) ? Long.toString(tenths / 10)
                : tenths / 10 + "." + tenths % 10;
    }
}
