/**
 * What each processor can count, and what follows from it: events with their codes and formulas of metrics, in TOML
 * beside these classes, one table per microarchitecture. Entrance:
 * {@link runbench.parser.microarchitecture.Microarchitectures}.
 */
package runbench.parser.microarchitecture;
