package runbench.measure.schedule;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import runbench.base.error.RunbenchException;
import runbench.schedule.contention.Contention;
import runbench.schedule.contention.ContentionModel;
import runbench.schedule.contention.ContentionModelJson;
import runbench.schedule.policy.PolicyName;
import runbench.schedule.policy.ReferenceCurve;
import runbench.schedule.policy.ReferenceCurveJson;
import runbench.schedule.policy.SchedulingPolicy.PolicySettings;
import runbench.schedule.simulate.BusQueue;
import runbench.schedule.simulate.ScheduleStudy;
import runbench.schedule.simulate.SimulationSettings;
import runbench.schedule.workload.Workload;
import runbench.schedule.workload.Workload.StatedMachine;

/**
 * A request to simulate workloads.
 *
 * @param policies policies in their order, without duplicates
 * @param model file of a contention model, {@link #QUEUE}, or null for a model with the bandwidth that the workload
 *     states
 * @param cpus number of CPUs; null: as the workload or the model states
 * @param quantumSeconds time between two decisions
 * @param linuxQuantumSeconds time slice of the Linux-like policy
 * @param switchSeconds cost of a context switch
 * @param coldSeconds additional cost of a switch to a cold cache
 * @param window number of quanta in the mean of a policy's window
 * @param byProfile policies use the demand of a program alone, instead of its measured traffic
 * @param curve file of a reference curve; null: the published curve
 * @param seed seed of the policies with random choices
 * @param seeds number of simulations of such policies
 * @param search whether the best schedule is searched
 */
public record StudyRequest(List<PolicyName> policies, String model, Integer cpus, double quantumSeconds,
        double linuxQuantumSeconds, double switchSeconds, double coldSeconds, int window, boolean byProfile, Path curve,
        long seed, int seeds, boolean search) {
    /** Name of the contention model with a queue at one bus. */
    public static final String QUEUE = "queue";

    public StudyRequest {
        policies = policies.stream().distinct().toList();
    }

    /**
     * Returns the plan of the simulation.
     *
     * @param first the first workload, which states the machine
     * @throws RunbenchException (bad input) a file cannot be read, or the machine is incompletely stated
     */
    public ScheduleStudy.Plan plan(Workload first) {
        Contention contention = contention(first);
        SimulationSettings simulation = SimulationSettings.of(cpus(first.machine(), contention))
                .withQuantum(quantumSeconds)
                .withCosts(switchSeconds, coldSeconds)
                .withStream(contention instanceof ContentionModel m ? m.single() : first.machine().stream());
        PolicySettings settings = new PolicySettings(window,
                curve == null ? ReferenceCurve.PUBLISHED : ReferenceCurveJson.parse(curve.toString(), text(curve)),
                PolicySettings.USUAL.target(), seed, byProfile);
        return new ScheduleStudy.Plan(policies, settings, simulation, linuxQuantumSeconds, seeds, contention,
                contention instanceof ContentionModel m ? m.machine() + " (" + m.method() + ")" : "a queue for one bus",
                search);
    }

    private int cpus(StatedMachine stated, Contention contention) {
        if (cpus != null) {
            return cpus;
        }
        if (stated.cpus() > 0) {
            return stated.cpus();
        }
        if (contention instanceof ContentionModel m) {
            return m.cpus();
        }
        throw RunbenchException.badInput("the number of CPUs is unknown")
                .remedy("write cpus = 4 into the workload, or --cpu-count 4");
    }

    /** Returns the contention model for a workload. */
    Contention contention(Workload workload) {
        StatedMachine stated = workload.machine();
        if (model != null && !model.equals(QUEUE)) {
            ContentionModel measured = ContentionModelJson.read(text(Path.of(model)), model);
            if (measured.unit() != workload.unit()) {
                throw RunbenchException
                        .badInput(model + ": its traffic is in " + measured.unit().label()
                                + ", that of the workload in " + workload.unit().label())
                        .remedy("write unit = \"" + measured.unit().label()
                                + "\" into the workload, and state its traffic in that unit");
            }
            return measured;
        }
        if (Double.isNaN(stated.sustained())) {
            throw RunbenchException.badInput("the workload \"" + workload.name() + "\" states no memory bandwidth")
                    .remedy("write sustained = 20e9 into it, or measure: runbench machine bandwidth, "
                            + "and --contention-model FILE");
        }
        if (model != null) {
            return new BusQueue(workload.unit(), stated.sustained());
        }
        ContentionModel bus = ContentionModel.frontSideBus();
        double single = Double.isNaN(stated.stream()) ? stated.sustained() * bus.single() / bus.sustained()
                : Math.min(stated.stream(), stated.sustained());
        return new ContentionModel("as the workload states", workload.unit(), Math.max(1, stated.cpus()),
                stated.sustained(), single, bus.growth(), bus.knee(),
                "bandwidth as the workload states; latency at saturation twice that of idle memory: assumed");
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw RunbenchException.badInput(file + ": cannot be read: " + e.getMessage())
                    .remedy("name an existing file")
                    .causedBy(e);
        }
    }
}
