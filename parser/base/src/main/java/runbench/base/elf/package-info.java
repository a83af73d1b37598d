/** ELF files: segments, sections, tables. Entrance: {@link runbench.base.elf.ElfFile}. */
package runbench.base.elf;
