package runbench.cli.option;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Heading above the options of a class in {@code --help}; see {@link SectionedOptions}. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface OptionSection {
    /** What these options are about, as a heading without a colon. */
    String value();
}
