package runbench.measure.batch;

import java.util.List;
import java.util.function.Function;
import runbench.base.error.RunbenchException;

/**
 * Where the runs of a batch take place.
 *
 * @param launch template that starts a run on one of the hosts; null: not that way
 * @param hosts for the template: HOST or HOST=ADDRESS, one named twice for two at once
 * @param slurm as a job array
 * @param sbatch options for it, as they are typed
 */
public record Spreading(String launch, List<String> hosts, boolean slurm, List<String> sbatch) {
    /** Here, one after the other. */
    public static final Spreading NONE = new Spreading(null, List.of(), false, List.of());

    /** @throws RunbenchException exit code 2: options that do not go together */
    public Spreading {
        hosts = List.copyOf(hosts);
        sbatch = List.copyOf(sbatch);
        if (launch != null && slurm) {
            throw RunbenchException.badInput("--launch and --slurm are two ways of spreading a batch")
                    .remedy("leave one of them out");
        }
        if (launch == null && !hosts.isEmpty()) {
            throw RunbenchException.badInput("--hosts names where runs are started, and nothing says how")
                    .remedy("--launch 'ssh {host} {command}'");
        }
        if (!slurm && !sbatch.isEmpty()) {
            throw RunbenchException.badInput("--sbatch is for --slurm").remedy("add --slurm, or leave it out");
        }
        if (launch != null) {
            OverHosts.check(launch, hosts);
        }
    }

    /** A batch that was given to Slurm is Slurm's until it is done, whatever is typed. */
    Distribution of(BatchFolder folder, ItemCommand command, BatchEstimates estimates, BatchObserver observer,
            Function<ItemCommand, Distribution> here) {
        if (slurm || JobArray.begun(folder)) {
            return new JobArray(folder, command, sbatch, observer);
        }
        return launch != null ? new OverHosts(launch, hosts, command, estimates::limit, estimates::expected, observer)
                : here.apply(command);
    }
}
