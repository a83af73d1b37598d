package runbench.parser.record;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** Walks the seals of a recording and finds how far it is intact. */
final class SealCheck {
    private final MappedRecords records;
    private final long firstOffset;
    private final byte[] sealBytes;

    private long intact;
    private long samples;
    private long damagedRecord = -1;
    private String damage;
    private boolean ended;

    SealCheck(MappedRecords records, long firstOffset) {
        this.records = records;
        this.firstOffset = firstOffset;
        sealBytes = new byte[records.recordBytes()];
        walk();
    }

    /** Records up to and including the last good seal. */
    long intact() {
        return intact;
    }

    /** Samples among them. */
    long samples() {
        return samples;
    }

    /** True when the end record follows the last good seal; it is record {@link #intact()}. */
    boolean ended() {
        return ended;
    }

    /** What was found wrong; null when nothing was. */
    String damage() {
        return damage;
    }

    /** Byte at which it was found. */
    long damageOffset() {
        return firstOffset + damagedRecord * records.recordBytes();
    }

    private void walk() {
        long unsealedSamples = 0;
        long sequence = 0;
        for (long i = 0; i < records.count(); i++) {
            int kind = records.window(i).get(records.position(i));
            if (kind == Kind.SAMPLE) {
                unsealedSamples++;
            } else if (kind == Kind.SEAL) {
                String wrong = checkSeal(i, sequence);
                if (wrong != null) {
                    found(i, wrong);
                    return;
                }
                sequence++;
                intact = i + 1;
                samples += unsealedSamples;
                unsealedSamples = 0;
            } else if (kind == Kind.END && i == intact) {
                ended = true;
                return;
            } else if (kind <= 0 || kind >= 0x20) {
                // No writer makes such a record, and a hole of zeros may be very long: do not walk through it.
                found(i, "expected a record, found kind " + (kind & 0xff));
                return;
            }
        }
        long unsealed = records.count() - intact;
        found(intact, unsealed == 0 ? "the file stops here without its end record (cut off, or the sampler was killed)"
                : "the " + unsealed + " records from here on were never sealed (cut off, or the sampler was killed)");
    }

    private void found(long record, String what) {
        damagedRecord = record;
        damage = what;
    }

    private String checkSeal(long i, long sequence) {
        ByteBuffer window = records.window(i);
        int at = records.position(i);
        window.get(at, sealBytes);
        int selfCrc = window.getInt(at + Layout.SEAL_SELF_CRC);
        for (int b = 0; b < 4; b++) {
            sealBytes[Layout.SEAL_SELF_CRC + b] = 0;
        }
        CRC32C crc = new CRC32C();
        crc.update(sealBytes);
        if ((int) crc.getValue() != selfCrc) {
            return "the checksum of seal " + sequence + " does not match";
        }
        long covers = window.getLong(at + Layout.SEAL_RECORDS);
        if (covers != i - intact) {
            return "seal " + sequence + " covers " + covers + " records, but " + (i - intact) + " stand before it";
        }
        long number = window.getLong(at + Layout.SEAL_SEQUENCE);
        if (number != sequence) {
            return "expected seal " + sequence + ", found seal " + number;
        }
        if (records.crc(intact, i) != window.getInt(at + Layout.SEAL_CRC)) {
            return "the checksum of the " + covers + " records before seal " + sequence + " does not match";
        }
        return null;
    }
}
