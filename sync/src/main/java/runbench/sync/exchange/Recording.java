package runbench.sync.exchange;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A recording as it stands in a file.
 *
 * @param name      where it came from, for messages
 * @param meta      what the file says about itself; an empty object for plain text
 * @param exchanges the exchanges, in order of the reference's sending
 * @param complete  false if the file ends before its last line: a killed writer or a full disk
 * @param numbered  whether the file itself told bursts and positions
 */
public record Recording(String name, JsonNode meta, Exchanges exchanges, boolean complete, boolean numbered) {

    /** The node's name: as recorded, else the name of the file. */
    public String node() {
        return meta.path("node").asText(name);
    }
}
