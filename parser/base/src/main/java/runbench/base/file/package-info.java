/** Output files that are either complete or absent. The entry point is {@link runbench.base.file.OutputFile}. */
package runbench.base.file;
