package runbench.base.container;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * The usable part of a file, as found by {@link ContainerReader#check}.
 *
 * @param sealed records up to and including the last good seal
 * @param unsealed number of records used after the last valid seal, without a checksum; 0 in formats that do not number
 *     their records
 * @param refused number of whole records after those that are not used, as far as the file was walked
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
     * @param offset byte at which it was found
     * @param reason what was found there and what was expected, for people
     */
    public record ContainerDamage(Fault fault, long offset, String reason) {
        /** Kinds of damage. */
        public enum Fault {
            /** The first byte of a record is of no kind. */
            KIND,
            /** Fields of a record that cannot be. */
            RECORD,
            /** Zeros before more records. */
            HOLE,
            /** Records without a seal that do not follow from each other. */
            SEQUENCE,
            /** The checksum of a seal's own record. */
            SEAL_CHECKSUM,
            /** A seal covers another number of records. */
            SEAL_COVERS,
            /** A seal is not the next one: a block is missing, or stands twice. */
            SEAL_NUMBER,
            /** The checksum of the records before a seal. */
            BLOCK_CHECKSUM,
            /** An end record with unsealed records before it. */
            END_WITHOUT_SEAL,
            /** Another number of bytes behind the end record than it announces. */
            TRAILER_LENGTH, TRAILER_CHECKSUM,
            /** The trailer is not a JSON object. */
            TRAILER_JSON
        }
    }
}
