/**
 * The countable events of each processor, their codes, and formulas of metrics. They are TOML tables in the folder of
 * these classes, one per microarchitecture. Entry point: {@link runbench.parser.microarchitecture.Microarchitectures}.
 */
package runbench.parser.microarchitecture;
