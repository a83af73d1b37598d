/** JSON without an object mapper, for what must start fast; {@link runbench.base.json.Json} is the entrance. */
package runbench.base.json;
