/**
 * JSON without an object mapper, for programs that must start fast; the entry point is {@link runbench.base.json.Json}.
 * The names of the formats that other programs read: {@link runbench.base.json.OutputFormat}.
 */
package runbench.base.json;
