/* frit devices */
#include <inttypes.h>
#include <string.h>

#include "table.h"

static void put_text(const char *key, const char *text) {
    printf(", \"%s\": \"", key);
    for (const char *at = text; *at; at++)
        if ((unsigned char)*at < ' ')
            printf("\\u%04x", (unsigned)*at);
        else
            printf(*at == '"' || *at == '\\' ? "\\%c" : "%c", *at);
    putchar('"');
}

static void print_json(const frit_device_info *d) {
    printf("{\"name\": \"%s\"", d->name);
    put_text("title", d->title);
    put_text("driver", d->driver);
    printf(", \"units\": %u, \"memory\": %" PRIu64, d->units, d->memory);
    put_text("refused", d->refused);
    puts("}");
}

static void print_line(const frit_device_info *d) {
    printf("%-10s  ", d->name);
    if (!d->title[0]) {
        printf("none: %s\n", d->refused);
        return;
    }
    printf("%s, %u unit%s", d->title, d->units, d->units == 1 ? "" : "s");
    if (d->memory)
        printf(", %.1f GiB", (double)d->memory / (1 << 30));
    if (d->driver[0])
        printf(", driver %s", d->driver);
    putchar('\n');
    if (d->refused[0])
        printf("%-10s  cannot be used: %s\n", "", d->refused);
}

int command_devices(Tool *tool) {
    frit_device_info device;
    if (tool->args.file)
        return tool_usage(tool, "it takes no file: %s", tool->args.file);
    for (uint32_t k = 0; frit_device_list(k, &device); k++)
        (tool->args.json ? print_json : print_line)(&device);
    return EXIT_GOOD;
}
