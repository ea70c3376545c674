/* What a file says about itself in its ELF headers: a few reads, of a file of a hundred megabytes. */
#define _GNU_SOURCE
#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "run/llvm/find.h"

enum {
    HEADERS_MAX = 64,    /* program headers that are looked at */
    DYNAMIC_MAX = 256,   /* entries of the dynamic section */
    NOTES_MAX = 4096,    /* bytes of notes */
    SONAME_MAX = 128,    /* bytes of a name */
    BUILD_BYTES_MAX = 16 /* of a build id: enough to tell any two apart */
};

#if defined(__aarch64__)
#define THIS_MACHINE EM_AARCH64
#else
#define THIS_MACHINE EM_X86_64
#endif

typedef struct File {
    int file;
    Elf64_Phdr headers[HEADERS_MAX];
    unsigned n;
} File;

static size_t read_at(const File *f, void *out, size_t size, uint64_t offset) {
    if (offset > INT64_MAX)
        return 0;
    ssize_t got = pread(f->file, out, size, (off_t)offset);
    return got < 0 ? 0 : (size_t)got;
}

static bool read_headers(File *f) {
    Elf64_Ehdr head;
    if (read_at(f, &head, sizeof head, 0) != sizeof head ||
        memcmp(head.e_ident, ELFMAG, SELFMAG) != 0 || head.e_ident[EI_CLASS] != ELFCLASS64 ||
        head.e_ident[EI_DATA] != ELFDATA2LSB || head.e_type != ET_DYN ||
        head.e_machine != THIS_MACHINE || head.e_phentsize != sizeof *f->headers)
        return false;
    size_t n = head.e_phnum < HEADERS_MAX ? head.e_phnum : HEADERS_MAX;
    f->n = (unsigned)(read_at(f, f->headers, n * sizeof *f->headers, head.e_phoff) /
                      sizeof *f->headers);
    return f->n > 0;
}

static const Elf64_Phdr *header_of(const File *f, uint32_t type) {
    for (unsigned k = 0; k < f->n; k++)
        if (f->headers[k].p_type == type)
            return &f->headers[k];
    return NULL;
}

/* Where in the file an address of the loaded library lies; UINT64_MAX: nowhere. */
static uint64_t offset_of(const File *f, uint64_t address) {
    for (unsigned k = 0; k < f->n; k++) {
        const Elf64_Phdr *h = &f->headers[k];
        if (h->p_type == PT_LOAD && address >= h->p_vaddr && address - h->p_vaddr < h->p_filesz)
            return h->p_offset + (address - h->p_vaddr);
    }
    return UINT64_MAX;
}

static bool read_soname(const File *f, char out[SONAME_MAX]) {
    Elf64_Dyn entries[DYNAMIC_MAX];
    const Elf64_Phdr *header = header_of(f, PT_DYNAMIC);
    uint64_t strings = 0, name = 0;
    bool named = false;
    if (!header)
        return false;
    size_t size = header->p_filesz < sizeof entries ? header->p_filesz : sizeof entries;
    size_t n = read_at(f, entries, size, header->p_offset) / sizeof *entries;
    for (size_t k = 0; k < n && entries[k].d_tag != DT_NULL; k++) {
        if (entries[k].d_tag == DT_STRTAB)
            strings = entries[k].d_un.d_ptr;
        if (entries[k].d_tag == DT_SONAME) {
            name = entries[k].d_un.d_val;
            named = true;
        }
    }
    if (!named || !strings || name > UINT64_MAX - strings)
        return false;
    size_t got = read_at(f, out, SONAME_MAX, offset_of(f, strings + name));
    return memchr(out, '\0', got) != NULL;
}

static void put_hex(char *out, const unsigned char *bytes, size_t n) {
    for (size_t k = 0; k < n; k++) {
        out[2 * k] = "0123456789abcdef"[bytes[k] >> 4];
        out[2 * k + 1] = "0123456789abcdef"[bytes[k] & 15];
    }
    out[2 * n] = '\0';
}

/* Notes of one segment: a head, a name and a body each, both rounded up to words. */
static bool find_build(const unsigned char *notes, size_t size, char *out) {
    size_t at = 0;
    Elf64_Nhdr head;
    while (size - at >= sizeof head) {
        memcpy(&head, notes + at, sizeof head);
        at += sizeof head;
        size_t name = ((size_t)head.n_namesz + 3) & ~(size_t)3;
        size_t body = ((size_t)head.n_descsz + 3) & ~(size_t)3;
        if (name > size - at || body > size - at - name)
            return false;
        if (head.n_type == NT_GNU_BUILD_ID && head.n_namesz == 4 &&
            memcmp(notes + at, "GNU", 4) == 0) {
            put_hex(out, notes + at + name,
                    head.n_descsz < BUILD_BYTES_MAX ? head.n_descsz : BUILD_BYTES_MAX);
            return true;
        }
        at += name + body;
    }
    return false;
}

/* Two builds without an id have one size and one time by accident alone. */
static void build_of_file(const File *f, char *out, size_t size) {
    struct stat s;
    out[0] = '\0';
    if (fstat(f->file, &s) == 0)
        snprintf(out, size, "%llx-%llx.%lx", (unsigned long long)s.st_size,
                 (unsigned long long)s.st_mtim.tv_sec, (unsigned long)s.st_mtim.tv_nsec);
}

static void read_build(const File *f, char *out, size_t room) {
    unsigned char notes[NOTES_MAX];
    for (unsigned k = 0; k < f->n; k++) {
        const Elf64_Phdr *h = &f->headers[k];
        if (h->p_type != PT_NOTE)
            continue;
        size_t size = h->p_filesz < sizeof notes ? h->p_filesz : sizeof notes;
        if (find_build(notes, read_at(f, notes, size, h->p_offset), out))
            return;
    }
    build_of_file(f, out, room);
}

bool llvm_identify(const char *path, CompilerPlace *out) {
    File f = {.file = open(path, O_RDONLY | O_CLOEXEC)};
    char soname[SONAME_MAX];
    size_t len = strlen(path);
    if (f.file < 0)
        return false;
    unsigned major = read_headers(&f) && read_soname(&f, soname) ? llvm_named_version(soname) : 0;
    bool known = major && len < sizeof out->path;
    if (known) {
        memcpy(out->path, path, len + 1);
        out->major = major;
        out->named = false;
        read_build(&f, out->build, sizeof out->build);
    }
    close(f.file);
    return known;
}
