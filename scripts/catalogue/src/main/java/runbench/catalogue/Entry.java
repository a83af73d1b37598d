package runbench.catalogue;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Locale;

/**
 * One benchmark of the catalogue. Nulls mean "not stated".
 *
 * @param id unique name, such as {@code 403.gcc}
 * @param aliases other names that find it, among them those of the successor suites
 * @param suite the suite it belongs to, an open string such as {@code SPEC CPU2006}
 * @param group part of the suite, such as {@code CINT2006}
 * @param title one line: what the program does
 * @param languages programming languages of the original
 * @param area application area
 * @param source where the parameters come from
 * @param referenceS seconds of all reference runs on the suite's own reference machine
 * @param spec how to run the original from a licensed tree
 * @param open the open-source stand-in for machines without a licence
 * @param own a program of the user's own, used before the other two
 * @param noOpen why there is no open-source stand-in
 * @param origin the file that defined the entry
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Entry(String id, List<String> aliases, String suite, String group, String title, List<String> languages,
        String area, String source, Double referenceS, Variant spec, Variant open, Variant own, String noOpen,
        String origin) {
    /** Returns the program that runs without a SPEC tree: that of the user or the stand-in; null: there is none. */
    public Variant local() {
        return own != null ? own : open;
    }

    /** Returns whether a text is part of id, aliases or title, in any case. */
    boolean contains(String text) {
        return (id + " " + String.join(" ", aliases) + " " + title).toLowerCase(Locale.ROOT)
                .contains(text.toLowerCase(Locale.ROOT));
    }
}
