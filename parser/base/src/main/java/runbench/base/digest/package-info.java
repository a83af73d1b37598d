/** SHA-256 of files: {@link runbench.base.digest.Digests} is the entrance. */
package runbench.base.digest;
