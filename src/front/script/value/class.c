/* The classes of numbers, and what is known of each. */
#include "front/script/value/value.h"

#include <string.h>

typedef enum ClassKind { KIND_FLOAT, KIND_INTEGER, KIND_LOGICAL, KIND_CHAR } ClassKind;

typedef struct ClassRow {
    const char *name;
    uint8_t size;
    uint8_t kind;
} ClassRow;

static const ClassRow value_classes[CLASS_COUNT] = {
    [CLASS_DOUBLE] = {"double", 8, KIND_FLOAT},     [CLASS_SINGLE] = {"single", 4, KIND_FLOAT},
    [CLASS_INT8] = {"int8", 1, KIND_INTEGER},       [CLASS_INT16] = {"int16", 2, KIND_INTEGER},
    [CLASS_INT32] = {"int32", 4, KIND_INTEGER},     [CLASS_INT64] = {"int64", 8, KIND_INTEGER},
    [CLASS_UINT8] = {"uint8", 1, KIND_INTEGER},     [CLASS_UINT16] = {"uint16", 2, KIND_INTEGER},
    [CLASS_UINT32] = {"uint32", 4, KIND_INTEGER},   [CLASS_UINT64] = {"uint64", 8, KIND_INTEGER},
    [CLASS_LOGICAL] = {"logical", 1, KIND_LOGICAL}, [CLASS_CHAR] = {"char", 1, KIND_CHAR},
};

const char *class_name(ValueClass class_) {
    return class_ < CLASS_COUNT ? value_classes[class_].name : "";
}

bool class_from_name(const char *name, ValueClass *out) {
    for (uint32_t k = 0; k < CLASS_COUNT; k++)
        if (!strcmp(name, value_classes[k].name)) {
            *out = (ValueClass)k;
            return true;
        }
    return false;
}

bool class_is_integer(ValueClass class_) {
    return class_ >= CLASS_INT8 && class_ <= CLASS_UINT64;
}

bool class_is_float(ValueClass class_) {
    return class_ == CLASS_DOUBLE || class_ == CLASS_SINGLE;
}

size_t class_size(ValueClass class_) {
    return class_ < CLASS_COUNT ? value_classes[class_].size : 0;
}
