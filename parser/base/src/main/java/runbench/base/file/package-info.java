/** Output files, complete or not there at all: {@link runbench.base.file.OutputFile}. */
package runbench.base.file;
