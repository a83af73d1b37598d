package runbench.measure.batch;

import java.util.List;
import java.util.function.Function;
import runbench.base.error.RunbenchException;

/**
 * Options that select where the runs of a batch take place.
 *
 * @param launch template that starts a run on a host; null: not used
 * @param hosts hosts for the template: HOST or HOST=ADDRESS, listed twice for two concurrent runs
 * @param slurm run as a job array
 * @param sbatch options for sbatch as typed
 */
public record Spreading(String launch, List<String> hosts, boolean slurm, List<String> sbatch) {
    /**
     * Checks the options.
     *
     * @throws RunbenchException exit code 2: options that exclude each other
     */
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

    /** Returns whether several runs may take place at the same time. */
    public boolean isParallel() {
        return launch != null || slurm;
    }

    /**
     * Returns the distribution. A batch that was submitted to Slurm stays a job array until it is done, whatever the
     * options are.
     */
    Distribution of(BatchFolder folder, ItemCommand command, BatchEstimates estimates, BatchObserver observer,
            Function<ItemCommand, Distribution> here) {
        if (slurm || JobArray.begun(folder)) {
            return new JobArray(folder, command, sbatch, observer);
        }
        return launch != null ? new OverHosts(launch, hosts, command, estimates::limit, estimates::expected, observer)
                : here.apply(command);
    }
}
