/** Wildcards in names from users and displays: {@link runbench.base.name.Glob} is the entrance. */
package runbench.base.name;
