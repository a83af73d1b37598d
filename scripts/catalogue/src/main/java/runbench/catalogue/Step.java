package runbench.catalogue;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;
import java.util.Map;

/** A preparation step in the working directory. Paths are relative to that directory. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "step")
@JsonSubTypes({@JsonSubTypes.Type(value = Step.Copy.class, name = "copy"),
        @JsonSubTypes.Type(value = Step.MakeDirectory.class, name = "mkdir"),
        @JsonSubTypes.Type(value = Step.Generate.class, name = "generate"),
        @JsonSubTypes.Type(value = Step.Resource.class, name = "resource"),
        @JsonSubTypes.Type(value = Step.Command.class, name = "command"),
        @JsonSubTypes.Type(value = Step.ControlFile.class, name = "control-file"),})
public sealed interface Step {
    /** Returns a description of one line. */
    String describe();

    /** Copies a file, or the files directly inside a directory, into the directory {@code to}; keeps what is there. */
    record Copy(String from, String to) implements Step {
        @Override
        public String describe() {
            return "copy " + from + " to " + to;
        }
    }

    record MakeDirectory(String path) implements Step {
        @Override
        public String describe() {
            return "make the directory " + path;
        }
    }

    /**
     * Creates an input with a built-in generator, or takes it from the cache.
     *
     * @param sha256 SHA-256 of the generated file
     */
    record Generate(String generator, Map<String, Long> args, String to, String sha256) implements Step {
        @Override
        public String describe() {
            return "generate " + to + " (" + generator + ")";
        }
    }

    /** Copies a file of the built-in catalogue. */
    record Resource(String name, String to) implements Step {
        @Override
        public String describe() {
            return "write " + to;
        }
    }

    /** Runs a command in the working directory; it must end with status 0. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Command(List<String> argv, String stdout) implements Step {
        @Override
        public String describe() {
            return "run " + String.join(" ", argv);
        }
    }

    /**
     * Copies every file with the ending {@code suffix} to the ending {@code renamed}, and writes a line "stem
     * size-in-bytes" for it into the file {@code to}: the utterance list of 482.sphinx3.
     */
    record ControlFile(String to, String suffix, String renamed) implements Step {
        @Override
        public String describe() {
            return "write " + to + " from *" + suffix;
        }
    }
}
