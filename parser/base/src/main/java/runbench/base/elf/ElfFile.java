package runbench.base.elf;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import runbench.base.quantity.Printable;

/**
 * An ELF file of 32 or 64 bits and either byte order, with segments, sections, build id and location of its debug file.
 * Tables are read on demand.
 */
public final class ElfFile implements Closeable {
    /** Type of the section with all symbols. */
    public static final int SYMTAB = 2;
    /** Type of the section with the exported symbols, which remains in a stripped file. */
    public static final int DYNSYM = 11;
    private static final int NOBITS = 8;
    private static final int NOTE = 7;
    private static final int LOAD = 1;
    private static final int GNU_BUILD_ID = 3;
    private static final int EXECUTABLE = 4;
    private static final long PAGE = 4096;
    /** Maximum size of a table, bytes. Larger tables are corrupted, or take too long to read. */
    private static final long MAX_TABLE = 1L << 30;

    /**
     * A section of the file.
     *
     * @param name name of the section
     * @param type {@code sh_type}
     * @param flags {@code sh_flags}
     * @param address virtual address before relocation
     * @param offset offset in the file, bytes
     * @param size size, bytes
     * @param link index of the section with the names, for a symbol table
     */
    public record Section(String name, int type, long flags, long address, long offset, long size, int link) {
        public boolean executable() {
            return (flags & EXECUTABLE) != 0;
        }

        public boolean contains(long at) {
            return at >= address && at < address + size;
        }
    }

    /**
     * The reference to a separate debug file.
     *
     * @param name name of the file
     * @param checksum CRC-32 of the whole debug file
     */
    public record DebugLink(String name, int checksum) {}

    private record Segment(long offset, long address, long size) {}

    private final FileChannel channel;
    private final boolean wide;
    private final ByteOrder order;
    private final List<Segment> segments = new ArrayList<>();
    private final List<Section> sections = new ArrayList<>();

    /**
     * Opens an ELF file.
     *
     * @throws IOException the file is not a readable ELF file
     */
    public ElfFile(Path file) throws IOException {
        channel = FileChannel.open(file, StandardOpenOption.READ);
        try {
            ByteBuffer head = read(0, Math.min(64, channel.size()));
            if (head.limit() < 52 || head.getInt(0) != 0x7f454c46) {
                throw new IOException("not an ELF file");
            }
            wide = head.get(4) == 2;
            order = head.get(5) == 2 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
            head.order(order);
            readSegments(number(head, wide ? 32 : 28), head.getShort(wide ? 54 : 42) & 0xffff,
                    head.getShort(wide ? 56 : 44) & 0xffff);
            readSections(number(head, wide ? 40 : 32), head.getShort(wide ? 58 : 46) & 0xffff,
                    head.getShort(wide ? 60 : 48) & 0xffff, head.getShort(wide ? 62 : 50) & 0xffff);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e instanceof IOException io ? io : new IOException("damaged ELF file", e);
        }
    }

    /**
     * Returns the compilers that a file names, for example "GCC: (Debian 12.2.0-14) 12.2.0".
     *
     * @return empty if the file names none, or is no readable ELF file
     */
    public static Optional<String> compiler(Path file) {
        try (ElfFile elf = new ElfFile(file)) {
            Set<String> names = new LinkedHashSet<>();
            for (Section s : elf.sections) {
                if (s.name.equals(".comment") && s.size < 1 << 16) {
                    String all = StandardCharsets.UTF_8.decode(elf.content(s)).toString();
                    Stream.of(all.split("\0")).map(Printable::line).filter(n -> !n.isBlank()).forEach(names::add);
                }
            }
            return names.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", names));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private ByteBuffer read(long offset, long size) throws IOException {
        if (offset < 0 || size < 0 || size > MAX_TABLE || offset + size > channel.size()) {
            throw new IOException("a table lies beyond the end of the file");
        }
        ByteBuffer bytes = ByteBuffer.allocate((int) size);
        while (bytes.hasRemaining() && channel.read(bytes, offset + bytes.position()) >= 0) {
            // A read may return fewer bytes than requested.
        }
        bytes.flip();
        return order == null ? bytes : bytes.order(order);
    }

    private long number(ByteBuffer from, int at) {
        return wide ? from.getLong(at) : Integer.toUnsignedLong(from.getInt(at));
    }

    private void readSegments(long offset, int entry, int count) throws IOException {
        ByteBuffer table = read(offset, (long) entry * count);
        for (int at = 0; at < entry * count; at += entry) {
            if (table.getInt(at) == LOAD) {
                segments.add(new Segment(number(table, at + (wide ? 8 : 4)), number(table, at + (wide ? 16 : 8)),
                        number(table, at + (wide ? 32 : 16))));
            }
        }
    }

    private void readSections(long offset, int entry, int count, int names) throws IOException {
        if (offset == 0 || count == 0) {
            return;
        }
        ByteBuffer table = read(offset, (long) entry * count);
        List<Integer> nameOf = new ArrayList<>();
        for (int at = 0; at < entry * count; at += entry) {
            nameOf.add(table.getInt(at));
            sections.add(new Section("", table.getInt(at + 4), number(table, at + 8),
                    number(table, at + (wide ? 16 : 12)), number(table, at + (wide ? 24 : 16)),
                    number(table, at + (wide ? 32 : 20)), table.getInt(at + (wide ? 40 : 24))));
        }
        ByteBuffer strings = names < sections.size() ? content(sections.get(names)) : ByteBuffer.allocate(0);
        for (int i = 0; i < sections.size(); i++) {
            Section s = sections.get(i);
            sections.set(i,
                    new Section(text(strings, nameOf.get(i)), s.type, s.flags, s.address, s.offset, s.size, s.link));
        }
    }

    /** Returns the sections in the order of the file; symbol tables refer to them by index. */
    public List<Section> sections() {
        return sections;
    }

    /** Returns the first section of a type that has content. */
    public Optional<Section> section(int type) {
        return sections.stream().filter(s -> s.type == type && s.size > 0).findFirst();
    }

    /** Returns true for a file of 64 bits. */
    public boolean wide() {
        return wide;
    }

    /**
     * Returns the bytes of a section in the byte order of the file.
     *
     * @throws IOException the section is beyond the end of the file, or larger than 1 GiB
     */
    public ByteBuffer content(Section s) throws IOException {
        return s.type == NOBITS ? ByteBuffer.allocate(0) : read(s.offset, s.size);
    }

    /**
     * Returns the text up to the next 0 byte.
     *
     * @return empty beyond the table
     */
    public static String text(ByteBuffer strings, int at) {
        int end = at;
        while (end >= 0 && end < strings.limit() && strings.get(end) != 0) {
            end++;
        }
        return at < 0 || at >= end ? "" : new String(strings.array(), at, end - at, StandardCharsets.UTF_8);
    }

    /**
     * Returns the address, before relocation, of an offset in the file. Mappings begin at page boundaries.
     *
     * @return -1 if the offset is not loaded
     */
    public long addressOf(long fileOffset) {
        for (Segment s : segments) {
            if (fileOffset >= s.offset / PAGE * PAGE && fileOffset < s.offset + s.size) {
                return fileOffset - s.offset + s.address;
            }
        }
        return -1;
    }

    /** Returns the file offset of an address within a segment of another file. */
    public long offsetOf(long address) {
        for (Segment s : segments) {
            if (address >= s.address / PAGE * PAGE && address < s.address + s.size) {
                return address - s.address + s.offset;
            }
        }
        return -1;
    }

    /**
     * Returns the build id in lower-case hexadecimal.
     *
     * @return empty if there is none
     */
    public String buildId() throws IOException {
        for (Section s : sections) {
            if (s.type == NOTE && s.name.startsWith(".note") && s.size < 1 << 16) {
                ByteBuffer note = content(s);
                for (int at = 0; at + 12 <= note.limit();) {
                    int name = note.getInt(at);
                    int length = note.getInt(at + 4);
                    int from = at + 12 + (name + 3) / 4 * 4;
                    if (name < 0 || length < 0 || from + length > note.limit()) {
                        break;
                    }
                    if (note.getInt(at + 8) == GNU_BUILD_ID && text(note, at + 12).equals("GNU")) {
                        return HexFormat.of().formatHex(note.array(), from, from + length);
                    }
                    at = from + (length + 3) / 4 * 4;
                }
            }
        }
        return "";
    }

    /** Returns the name and checksum of the debug file, if the file contains them. */
    public Optional<DebugLink> debugLink() throws IOException {
        for (Section s : sections) {
            if (s.name.equals(".gnu_debuglink") && s.size < 1 << 16) {
                ByteBuffer link = content(s);
                String name = text(link, 0);
                int at = (name.getBytes(StandardCharsets.UTF_8).length + 4) / 4 * 4;
                return at + 4 <= link.limit() ? Optional.of(new DebugLink(name, link.getInt(at))) : Optional.empty();
            }
        }
        return Optional.empty();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
