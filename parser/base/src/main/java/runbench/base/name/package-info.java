/** Patterns for names that people type and displays send. Entrance: {@link runbench.base.name.Glob}. */
package runbench.base.name;
