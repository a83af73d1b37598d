/**
 * The module's only access to native code through JNR-FFI (perf_event_open probes, libpfm4), replaceable in tests;
 * {@link runbench.sampler.nativeapi.NativeApi} is the entrance.
 */
package runbench.sampler.nativeapi;
