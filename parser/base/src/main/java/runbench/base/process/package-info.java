/**
 * Native helpers: start, supervision, and line-by-line reading. A helper writes one JSON object per line on standard
 * output, {@code {"v":1,"event":EVENT,...}}. When its standard input closes, it ends, together with the processes that
 * it started. The entry point is {@link runbench.base.process.HelperProcess}.
 */
package runbench.base.process;
