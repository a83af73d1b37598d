/**
 * JSON without an object mapper, for what must start fast; {@link runbench.base.json.Json} is the entrance. The names
 * of what others read: {@link runbench.base.json.OutputFormat}.
 */
package runbench.base.json;
