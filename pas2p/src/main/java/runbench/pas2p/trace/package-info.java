/**
 * Message traces of one run, a file per rank and thread: written by the interposer, checked and read here.
 * {@link runbench.pas2p.trace.MpiTrace} is the entrance.
 */
package runbench.pas2p.trace;
