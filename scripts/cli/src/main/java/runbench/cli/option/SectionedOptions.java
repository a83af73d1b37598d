package runbench.cli.option;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Prints the options of a command under the headings of the classes that declare them. */
public final class SectionedOptions implements IHelpSectionRenderer {
    private static final String GENERAL = "General";
    /** An example with a comment behind it. */
    private static final Pattern COMMENTED = Pattern.compile("( +\\S.*?) {3,}(?:# )?(\\S.*)");

    private SectionedOptions() {
    }

    /**
     * Installs the headings for a command and its subcommands. A command with only one heading keeps the plain list.
     */
    public static void install(CommandLine line) {
        line.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, new SectionedOptions());
        line.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_FOOTER, new Footer());
        for (CommandLine command : line.getSubcommands().values()) {
            install(command);
        }
    }

    @Override
    public String render(Help help) {
        List<OptionSpec> options = new ArrayList<>(help.commandSpec().options());
        options.removeIf(o -> o.hidden());
        options.sort(Comparator.comparingInt(o -> o.order()));
        Map<String, List<OptionSpec>> sections = new LinkedHashMap<>();
        options.forEach(o -> sections.computeIfAbsent(heading(o), h -> new ArrayList<>()).add(o));
        if (sections.size() == 1) {
            return help.optionList();
        }
        List<OptionSpec> general = sections.remove(GENERAL);
        if (general != null) {
            sections.put(GENERAL, general); // last: other sections are searched first
        }
        StringBuilder text = new StringBuilder();
        sections.forEach((heading, some) -> {
            Help.Layout layout = help.createDefaultLayout(some, List.of(), help.colorScheme());
            layout.addOptions(some, help.parameterLabelRenderer());
            text.append(String.format("%n%s:%n", heading)).append(layout);
        });
        return text.toString();
    }

    /** Returns the lines of an example. Its comment gets a line of its own where the line would be too long. */
    public static String example(String footer, int columns) {
        String line = footer.replace("%%", "%");
        Matcher commented = COMMENTED.matcher(line);
        return line.length() <= columns || !commented.matches() ? line + "\n"
                : "      # " + commented.group(2) + "\n" + commented.group(1) + "\n";
    }

    /** Returns a text in lines of at most this length. */
    public static String wrapped(String text, int columns) {
        StringBuilder lines = new StringBuilder();
        int used = 0;
        for (String word : text.split(" ")) {
            if (used > 0 && used + 1 + word.length() > columns) {
                lines.append('\n');
                used = 0;
            }
            lines.append(used > 0 ? " " : "").append(word);
            used += word.length() + (used > 0 ? 1 : 0);
        }
        return lines.append('\n').toString();
    }

    private static String heading(OptionSpec option) {
        OptionSection section = option.userObject() instanceof Field field
                ? field.getDeclaringClass().getAnnotation(OptionSection.class)
                : null;
        return section == null ? GENERAL : section.value();
    }

    /** The examples of a command. A lambda expression would keep picocli's interface out of the class-data archive. */
    private static final class Footer implements IHelpSectionRenderer {
        @Override
        public String render(Help help) {
            UsageMessageSpec usage = help.commandSpec().usageMessage();
            StringBuilder text = new StringBuilder();
            for (String example : usage.footer()) {
                text.append(example.isEmpty() || example.startsWith(" ") ? example(example, usage.width())
                        : wrapped(example, usage.width()));
            }
            return text.toString();
        }
    }

    /** The heading of a class's options in {@code --help}; see {@link SectionedOptions}. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.TYPE)
    public @interface OptionSection {
        /** Returns the heading, without a colon. */
        String value();
    }
}
