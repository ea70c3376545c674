/*
 * Any bytes as a .npy file. What is read says where its elements are, and what is written from it
 * reads back. The command's files are no part of the library, so they are compiled here.
 */
#include "../../tools/elem.c" // NOLINT(bugprone-suspicious-include)
#include "../../tools/npy.c"  // NOLINT(bugprone-suspicious-include)

#define EXPECT(condition) ((condition) ? (void)0 : abort())

static void write_and_read(const Npy *npy, const unsigned char *elements) {
    FILE *file = tmpfile();
    EXPECT(file);
    /* A vector's axes would be added behind those of the array; here there are none. */
    EXPECT(npy_write_header(file, &npy->elem, npy->rank, npy->shape));
    EXPECT(fwrite(elements, 1, (size_t)npy->size, file) == npy->size);
    long len = ftell(file);
    unsigned char *bytes = malloc((size_t)len);
    rewind(file);
    EXPECT(bytes && fread(bytes, 1, (size_t)len, file) == (size_t)len);
    Npy again;
    char message[NPY_MESSAGE];
    bool ok = npy_read(bytes, (size_t)len, &again, message);
    EXPECT(ok && again.rank == npy->rank && elem_same(&again.elem, &npy->elem));
    EXPECT(memcmp(again.shape, npy->shape, npy->rank * sizeof *npy->shape) == 0);
    EXPECT(memcmp(bytes + again.start, elements, (size_t)npy->size) == 0);
    free(bytes);
    fclose(file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    unsigned char *bytes = malloc(size + 1);
    EXPECT(bytes);
    memcpy(bytes, data, size);
    Npy npy;
    char message[NPY_MESSAGE] = "";
    if (npy_read(bytes, size, &npy, message)) {
        EXPECT(npy.start <= size && npy.size <= size - npy.start);
        write_and_read(&npy, bytes + npy.start);
    } else {
        EXPECT(message[0] != '\0');
    }
    free(bytes);
    return 0;
}
