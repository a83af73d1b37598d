package runbench.base.container;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * How far a file can be trusted, found by {@link ContainerReader#check}.
 *
 * @param sealed records up to and including the last good seal
 * @param unsealed records used behind it, for which no seal vouches; 0 in formats that do not number their records
 * @param refused whole records behind those that are not used, as far as the file was walked
 * @param damage null when nothing contradicts itself
 * @param trailer null when the file has no end, or a damaged one
 */
public record Intact(long sealed, long unsealed, long refused, ContainerDamage damage, JsonNode trailer) {

    /** Written to its end, and every checksum matches. */
    public boolean complete() {
        return trailer != null;
    }

    /** How many records may be read, seals included. */
    public long used() {
        return sealed + unsealed;
    }
}
