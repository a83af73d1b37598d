package runbench.base.container;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * The usable part of a file, as found by {@link ContainerReader#check}.
 *
 * @param sealed number of records up to and including the last valid seal
 * @param unsealed number of records used after the last valid seal, without a checksum; 0 in formats that do not number
 *     their records
 * @param refused number of whole records after those that are not used, as far as the walk went
 * @param damage null if the file contains no contradiction
 * @param trailer null if the end of the file is missing or damaged
 */
public record Intact(long sealed, long unsealed, long refused, ContainerDamage damage, JsonNode trailer) {

    /** Returns whether the file was written to its end and every checksum matches. */
    public boolean complete() {
        return trailer != null;
    }

    /** Returns the number of usable records, including seals. */
    public long used() {
        return sealed + unsealed;
    }

    /**
     * A contradiction in a file. A truncated file, such as that of a killed process, is not damaged.
     *
     * @param fault kind of the damage
     * @param offset byte at which it was found
     * @param reason the value found and the value expected, for people
     */
    public record ContainerDamage(Fault fault, long offset, String reason) {
        /** Kinds of damage. */
        public enum Fault {
            /** The first byte of a record is not a valid kind. */
            KIND,
            /** A record has impossible field values. */
            RECORD,
            /** There are zeros before more records. */
            HOLE,
            /** Records without a seal do not follow from each other. */
            SEQUENCE,
            /** The checksum of a seal's own record does not match. */
            SEAL_CHECKSUM,
            /** A seal states another number of records than precede it. */
            SEAL_COVERS,
            /** A seal is not the next one: a block is missing or duplicated. */
            SEAL_NUMBER,
            /** The checksum of the records before a seal does not match. */
            BLOCK_CHECKSUM,
            /** An end record has unsealed records before it. */
            END_WITHOUT_SEAL,
            /** The number of bytes after the end record differs from the announced length. */
            TRAILER_LENGTH, TRAILER_CHECKSUM,
            /** The trailer is not a JSON object. */
            TRAILER_JSON
        }
    }
}
