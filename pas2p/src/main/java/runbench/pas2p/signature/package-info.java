/**
 * The signature of a parallel program: which occurrences of its phases to measure, and where they begin and end on each
 * rank. {@link runbench.pas2p.signature.SignatureBuilder} is the entrance;
 * {@link runbench.pas2p.signature.SignatureFiles} reads and writes.
 */
package runbench.pas2p.signature;
