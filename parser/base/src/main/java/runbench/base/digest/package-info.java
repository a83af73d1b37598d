/** SHA-256 of files. The entry point is {@link runbench.base.digest.Digests}. */
package runbench.base.digest;
