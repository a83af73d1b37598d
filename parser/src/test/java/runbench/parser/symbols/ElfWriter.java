package runbench.parser.symbols;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import runbench.base.elf.ElfFile;

/** Writes small 64-bit ELF files: one loaded segment, the sections that a test asks for. */
final class ElfWriter {
    private record Section(String name, int type, long flags, long address, long offset, byte[] bytes, int link) {}

    private final List<Section> sections = new ArrayList<>();
    private final long segmentOffset;
    private final long segmentAddress;

    /**
     * @param segmentOffset where the loaded segment begins in the file
     * @param segmentAddress its address before relocation
     */
    ElfWriter(long segmentOffset, long segmentAddress) {
        this.segmentOffset = segmentOffset;
        this.segmentAddress = segmentAddress;
        sections.add(new Section("", 0, 0, 0, 0, new byte[0], 0));
    }

    /**
     * @param symbols each "NAME:TYPE:START:SIZE", numbers in hexadecimal
     * @param type {@link ElfFile#SYMTAB} or {@link ElfFile#DYNSYM}
     */
    ElfWriter symbols(int type, String... symbols) {
        ByteBuffer table = buffer(24 * (symbols.length + 1));
        ByteArrayOutputStream names = new ByteArrayOutputStream();
        names.write(0);
        table.position(24);
        for (String symbol : symbols) {
            String[] part = symbol.split(":");
            table.putInt(names.size())
                    .put((byte) (0x10 | Integer.parseInt(part[1])))
                    .put((byte) 0)
                    .putShort((short) 1)
                    .putLong(Long.parseLong(part[2], 16))
                    .putLong(Long.parseLong(part[3], 16));
            names.writeBytes(part[0].getBytes(StandardCharsets.UTF_8));
            names.write(0);
        }
        sections.add(new Section(type == ElfFile.SYMTAB ? ".symtab" : ".dynsym", type, 0, 0, 0, table.array(),
                sections.size() + 1));
        sections.add(new Section(".strtab", 3, 0, 0, 0, names.toByteArray(), 0));
        return this;
    }

    /** @param compilers names of compilers */
    ElfWriter comment(String... compilers) {
        byte[] names = (String.join("\0", compilers) + "\0").getBytes(StandardCharsets.US_ASCII);
        sections.add(new Section(".comment", 1, 0, 0, 0, names, 0));
        return this;
    }

    ElfWriter buildId(byte... id) {
        ByteBuffer note = buffer(16 + id.length);
        note.putInt(4).putInt(id.length).putInt(3).put("GNU\0".getBytes(StandardCharsets.US_ASCII)).put(id);
        sections.add(new Section(".note.gnu.build-id", 7, 0, 0, 0, note.array(), 0));
        return this;
    }

    ElfWriter debugLink(String name, int checksum) {
        ByteBuffer link = buffer((name.length() + 4) / 4 * 4 + 4);
        link.put(name.getBytes(StandardCharsets.UTF_8)).putInt(link.capacity() - 4, checksum);
        sections.add(new Section(".gnu_debuglink", 1, 0, 0, 0, link.array(), 0));
        return this;
    }

    /** Jumps into other libraries. */
    ElfWriter linkage(long address, int bytes) {
        sections.add(
                new Section(".plt.sec", 1, 4, address, address - segmentAddress + segmentOffset, new byte[bytes], 0));
        return this;
    }

    private static ByteBuffer buffer(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    Path write(Path file) throws IOException {
        ByteArrayOutputStream names = new ByteArrayOutputStream();
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        sections.add(new Section(".shstrtab", 3, 0, 0, 0, null, 0));
        int start = 64 + 56;
        ByteBuffer heads = buffer(64 * sections.size());
        for (Section s : sections) {
            int name = names.size();
            names.writeBytes((s.name + '\0').getBytes(StandardCharsets.UTF_8));
            byte[] bytes = s.bytes == null ? names.toByteArray() : s.bytes;
            heads.putInt(name)
                    .putInt(s.type)
                    .putLong(s.flags)
                    .putLong(s.address)
                    .putLong(start + content.size())
                    .putLong(bytes.length)
                    .putInt(s.link)
                    .putInt(0)
                    .putLong(0)
                    .putLong(0);
            content.writeBytes(bytes);
        }
        ByteBuffer head = buffer(start);
        head.put(new byte[]{0x7f, 'E', 'L', 'F', 2, 1, 1}).position(16);
        head.putShort((short) 3)
                .putShort((short) 62)
                .putInt(1)
                .putLong(0)
                .putLong(64)
                .putLong(start + content.size())
                .putInt(0)
                .putShort((short) 64)
                .putShort((short) 56)
                .putShort((short) 1)
                .putShort((short) 64)
                .putShort((short) sections.size())
                .putShort((short) (sections.size() - 1));
        head.putInt(1)
                .putInt(5)
                .putLong(segmentOffset)
                .putLong(segmentAddress)
                .putLong(segmentAddress)
                .putLong(0x10000)
                .putLong(0x10000)
                .putLong(0x1000);
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(head.array());
        all.writeBytes(content.toByteArray());
        all.writeBytes(heads.array());
        Files.write(file, all.toByteArray());
        return file;
    }
}
