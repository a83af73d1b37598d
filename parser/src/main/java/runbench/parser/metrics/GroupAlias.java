package runbench.parser.metrics;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import runbench.base.json.Fields;
import runbench.parser.table.CompiledTables;

/**
 * A metric group of another tool, from {@code aliases.toml}.
 *
 * @param name name in that tool: {@code FLOPS_DP}
 * @param tool the tool
 * @param metrics metrics that answer the same question; empty if there is none
 * @param note difference from the tool's group; empty if there is no metric
 * @param missing reason why there is no metric; empty if there is one
 * @param near metrics or groups that are the nearest where none of the metrics is available
 */
public record GroupAlias(String name, String tool, List<String> metrics, String note, String missing, String near) {
    static final String TABLE = "aliases";

    public GroupAlias {
        metrics = List.copyOf(metrics);
    }

    /** Returns all groups, tool by tool. */
    public static List<GroupAlias> all() {
        List<GroupAlias> all = new ArrayList<>();
        for (Fields a : CompiledTables.read(GroupAlias.class, TABLE).list("alias")) {
            all.add(new GroupAlias(a.text("name"), a.text("tool"), a.textsOrNone("metrics"), a.textOr("note", ""),
                    a.textOr("missing", ""), a.text("near")));
        }
        return all;
    }

    /** Returns the group with this name, ignoring case, or empty if there is none. */
    static Optional<GroupAlias> named(String name) {
        return all().stream().filter(a -> a.name().equalsIgnoreCase(name)).findFirst();
    }
}
