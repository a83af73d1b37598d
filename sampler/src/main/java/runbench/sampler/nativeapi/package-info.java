/**
 * The only door of this room to native code through JNR-FFI: probes of perf_event_open, libpfm4. Everything above it
 * can be tested without it. {@link runbench.sampler.nativeapi.NativeApi} is the entrance.
 */
package runbench.sampler.nativeapi;
