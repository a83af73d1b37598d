package runbench.sampler.probe;

import runbench.sampler.nativeapi.NativeApi;
import runbench.sampler.nativeapi.PerfProbe;

import java.util.Optional;

/**
 * What the system answered when it was asked to count. Each number is 0 or an errno.
 *
 * @param least task clock, user space only
 * @param kernel the same with the kernel's part
 * @param kernelDriven sampling driven by the kernel, with children
 * @param cycles a hardware counter
 * @param pfm interface version of libpfm4; empty without it
 * @param failure why nothing could be asked; empty when it could
 */
public record NativeAnswers(int least, int kernel, int kernelDriven, int cycles, Optional<String> pfm,
        Optional<String> failure) {
    /** Asks this machine. Takes up to a second: the native binding is loaded. */
    public static NativeAnswers ask() {
        try {
            NativeApi api = NativeApi.load();
            return new NativeAnswers(api.tryOpen(PerfProbe.LEAST), api.tryOpen(PerfProbe.KERNEL),
                    api.tryOpen(PerfProbe.KERNEL_DRIVEN), api.tryOpen(PerfProbe.CYCLES),
                    api.pfm().map(NativeApi.PfmLibrary::version), Optional.empty());
        } catch (LinkageError | RuntimeException e) {
            return new NativeAnswers(Errno.ENOSYS, Errno.ENOSYS, Errno.ENOSYS, Errno.ENOSYS, Optional.empty(),
                    Optional.of(String.valueOf(e.getMessage()).lines().findFirst().orElse("unknown")));
        }
    }
}
