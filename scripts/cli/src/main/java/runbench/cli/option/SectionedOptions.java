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
import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine;

/** Prints the options of a command under the headings of the classes that declare them. */
public final class SectionedOptions implements IHelpSectionRenderer {
    private static final String GENERAL = "General";

    private SectionedOptions() {
    }

    /**
     * Installs the headings for a command and its subcommands. A command with only one heading keeps the plain list.
     */
    public static void install(CommandLine line) {
        line.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, new SectionedOptions());
        line.getSubcommands().values().forEach(SectionedOptions::install);
    }

    @Override
    public String render(Help help) {
        List<OptionSpec> options = new ArrayList<>(help.commandSpec().options());
        options.removeIf(OptionSpec::hidden);
        options.sort(Comparator.comparingInt(OptionSpec::order));
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

    private static String heading(OptionSpec option) {
        OptionSection section = option.userObject() instanceof Field field
                ? field.getDeclaringClass().getAnnotation(OptionSection.class)
                : null;
        return section == null ? GENERAL : section.value();
    }

    /** The heading of a class's options in {@code --help}; see {@link SectionedOptions}. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.TYPE)
    public @interface OptionSection {
        /** Returns the heading, without a colon. */
        String value();
    }
}
