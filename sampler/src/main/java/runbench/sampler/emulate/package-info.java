/**
 * Counts of real memory references on machines without a PMU. The entrances are
 * {@link runbench.sampler.emulate.Emulator} (QEMU user mode with a plugin) and
 * {@link runbench.sampler.emulate.Callgrind} (cross-check); all counts are labelled as emulated, never as measured.
 */
package runbench.sampler.emulate;
