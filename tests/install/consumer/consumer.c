/* A user of the installed library; compiled as C and as C++. usage: consumer VERSION */
#include <frit/frit.h>

#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    char header[64];
    snprintf(header, sizeof header, "%d.%d.%d", FRIT_VERSION_MAJOR, FRIT_VERSION_MINOR,
             FRIT_VERSION_PATCH);
    if (argc != 2 || strcmp(argv[1], header) != 0 || strcmp(frit_version(), header) != 0) {
        fprintf(stderr, "version: package %s, header %s, library %s\n", argc > 1 ? argv[1] : "?",
                header, frit_version());
        return 1;
    }
    if (frit_abi_version() != FRIT_ABI_VERSION) {
        fprintf(stderr, "ABI: header %d, library %d\n", FRIT_ABI_VERSION, frit_abi_version());
        return 1;
    }
    return 0;
}
