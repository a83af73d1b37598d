/** Output files that are either complete or absent: {@link runbench.base.file.OutputFile} is the entrance. */
package runbench.base.file;
