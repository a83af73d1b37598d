/** Wildcards in names from users and displays. The entry point is {@link runbench.base.name.Glob}. */
package runbench.base.name;
