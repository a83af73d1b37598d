/**
 * Real memory references where there is no PMU: the benchmark runs under QEMU user mode with our plugin
 * ({@link runbench.sampler.emulate.Emulator}), or under callgrind for a cross-check
 * ({@link runbench.sampler.emulate.Callgrind}). These two are the entrances. What they count is labelled as emulated,
 * never as measured.
 */
package runbench.sampler.emulate;
