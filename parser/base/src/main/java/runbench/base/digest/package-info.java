/** What a file holds, by its SHA-256: {@link runbench.base.digest.Digests} is the entrance. */
package runbench.base.digest;
