/**
 * Native helpers: started, supervised, and read line by line. A helper writes one JSON object a line on standard
 * output, {@code {"v":1,"event":EVENT,...}}, and ends with what it started when its standard input closes. The entrance
 * is {@link runbench.base.process.HelperProcess}.
 */
package runbench.base.process;
