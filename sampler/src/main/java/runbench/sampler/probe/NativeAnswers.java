package runbench.sampler.probe;

import runbench.sampler.nativeapi.NativeApi;
import runbench.sampler.nativeapi.NativeApi.PerfProbe;

import java.util.Optional;

/**
 * The results of opening some events. Each number is 0 or an errno.
 *
 * @param least the user-mode task-clock
 * @param kernel the task-clock in user and kernel mode
 * @param kernelDriven kernel-driven sampling with children
 * @param cycles a hardware counter
 * @param pfm interface version of libpfm4; empty if it is not installed
 * @param failure why no event could be opened through the native binding; empty if it was loaded
 */
public record NativeAnswers(int least, int kernel, int kernelDriven, int cycles, Optional<String> pfm,
        Optional<String> failure) {
    /** Opens the events on this machine, which takes up to a second because it loads the native binding. */
    public static NativeAnswers ask() {
        try {
            NativeApi api = NativeApi.load();
            return new NativeAnswers(api.tryOpen(PerfProbe.USER_TASK_CLOCK), api.tryOpen(PerfProbe.KERNEL_TASK_CLOCK),
                    api.tryOpen(PerfProbe.KERNEL_DRIVEN), api.tryOpen(PerfProbe.CYCLES),
                    api.pfm().map(NativeApi.PfmLibrary::version), Optional.empty());
        } catch (LinkageError | RuntimeException e) {
            return new NativeAnswers(Errno.ENOSYS, Errno.ENOSYS, Errno.ENOSYS, Errno.ENOSYS, Optional.empty(),
                    Optional.of(String.valueOf(e.getMessage()).lines().findFirst().orElse("unknown")));
        }
    }
}
