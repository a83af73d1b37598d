package runbench.cli.option;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The heading of a class's options in {@code --help}; see {@link SectionedOptions}. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface OptionSection {
    /** Returns the heading, without a colon. */
    String value();
}
