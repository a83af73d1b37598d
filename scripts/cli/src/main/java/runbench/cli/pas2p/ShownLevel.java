package runbench.cli.pas2p;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;
import runbench.pas2p.hierarchy.PhaseHierarchy;
import runbench.pas2p.signature.SignedLevel;
import runbench.report.text.HierarchyText;
import runbench.report.text.Screen;

/** A typed level of phases: "top", "all" or a number. */
record ShownLevel(int number) {
    private static final int TOP = 0;
    private static final int ALL = -1;

    static final class Converter implements ITypeConverter<ShownLevel> {
        @Override
        public ShownLevel convert(String typed) {
            if (typed.equals("top")) {
                return new ShownLevel(TOP);
            }
            if (typed.equals("all")) {
                return new ShownLevel(ALL);
            }
            if (!typed.matches("[1-9][0-9]{0,8}")) {
                throw new TypeConversionException(
                        "'" + typed + "' is neither top nor all nor a level, which counts from 1");
            }
            return new ShownLevel(Integer.parseInt(typed));
        }
    }

    boolean isAll() {
        return number == ALL;
    }

    SignedLevel signed(PhaseHierarchy hierarchy) {
        return switch (number) {
            case TOP -> SignedLevel.top(hierarchy);
            case ALL -> SignedLevel.ofPhases(hierarchy.analysis());
            default -> SignedLevel.numbered(hierarchy, number);
        };
    }

    void print(Screen out, PhaseHierarchy hierarchy) {
        if (number == TOP) {
            HierarchyText.printTop(out, hierarchy);
        } else {
            HierarchyText.printLevel(out, hierarchy, number);
        }
    }
}
