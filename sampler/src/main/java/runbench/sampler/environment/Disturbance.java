package runbench.sampler.environment;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import runbench.base.quantity.Units;

/**
 * A known source of measurement noise that is present on this machine.
 *
 * @param kind the source
 * @param detail the observed state
 * @param consequence its effect on a measurement
 * @param remedy the command or action that removes it
 */
public record Disturbance(Kind kind, String detail, String consequence, String remedy) {
    /** The load per CPU above which other programs disturb a run. */
    private static final double MAX_LOAD_PER_CPU = 0.25;
    private static final double MAX_TEMPERATURE_C = 90;
    /** The share of stolen time below which the effect on a run's time is negligible. */
    private static final double MIN_STOLEN_SHARE = 0.01;
    /** The sources, worst first. */
    public enum Kind {
        QUOTA, STEAL, LOAD, GOVERNOR, TEMPERATURE;

        @JsonValue
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Returns the kind with a word; empty if there is none. */
        public static Optional<Kind> of(String word) {
            return Arrays.stream(values()).filter(k -> k.word().equals(word)).findFirst();
        }
    }

    /**
     * Returns the sources of noise that are known before a run.
     *
     * @param s the machine's state
     * @param cpus number of CPUs that this process may use
     * @return the sources, worst first; may be empty
     */
    public static List<Disturbance> before(MachineState s, int cpus) {
        List<Disturbance> all = new ArrayList<>();
        if (s.limits().cpus() != null && s.limits().cpus() < cpus) {
            all.add(new Disturbance(Kind.QUOTA,
                    number(s.limits().cpus()) + " of " + cpus + " CPUs' time (cpu.max of the control group)",
                    "a program that wants more is stopped for the rest of each period",
                    "start the container without --cpus, or pin it with --cpuset-cpus"));
        }
        if (s.load() != null && s.load() > MAX_LOAD_PER_CPU * cpus) {
            all.add(new Disturbance(Kind.LOAD, "load " + number(s.load()) + " on " + Units.counted(cpus, "CPU"),
                    "the program shares CPUs and caches with others",
                    "end what else runs (top shows it), or wait for it"));
        }
        if (s.governors() != null && !s.governors().equals(List.of("performance"))) {
            all.add(new Disturbance(Kind.GOVERNOR, "governor " + String.join(", ", s.governors()),
                    "the clock frequency changes with load",
                    "sudo sh -c 'echo performance | tee /sys/devices/system/cpu/cpu*/cpufreq/scaling_governor'"));
        }
        if (s.temperatureC() != null && s.temperatureC() >= MAX_TEMPERATURE_C) {
            all.add(new Disturbance(Kind.TEMPERATURE, "processor at " + number(s.temperatureC()) + " C",
                    "it may lower its clock", "let it cool down, then repeat"));
        }
        all.sort(Comparator.comparing(Disturbance::kind));
        return List.copyOf(all);
    }

    /**
     * Returns the sources of noise that are known after a run.
     *
     * @param stolen stolen share of the CPUs' time, 0 to 1; null if unknown
     * @return the sources; may be empty
     */
    public static List<Disturbance> after(Double stolen) {
        return stolen == null || stolen < MIN_STOLEN_SHARE ? List.of()
                : List.of(
                        new Disturbance(Kind.STEAL, number(stolen * 100) + " % of the CPUs' time stolen during the run",
                                "the host let others run: wall times are too long",
                                "compare interleaved pairs: runbench compare -n 10 -- A -- B; or take a host of your "
                                        + "own"));
    }

    private static String number(double value) {
        // Loading a formatter's classes takes longer than reading the whole state, and a program waits for this.
        long tenths = Math.round(value * 10);
        return tenths % 10 == 0 && value == Math.rint(value) ? Long.toString(tenths / 10)
                : tenths / 10 + "." + tenths % 10;
    }
}
