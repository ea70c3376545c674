/* Every function of scripts given what it cannot take: an error, or nothing, and never a crash. */
#include <string.h>

#include "frit/frit.h"
#include "harness.h"

static frit_error error;

#define OK(call) CHECK_MSG((call) == FRIT_OK, "%s: %s", error.place, error.message)
/* Refused, with a message. */
#define BAD(call)                                                                      \
    do {                                                                               \
        memset(&error, 0, sizeof error);                                               \
        frit_status got_ = (call);                                                     \
        CHECK_MSG(got_ == FRIT_ERR_ARGUMENT, "%s: %s", #call, frit_status_name(got_)); \
        CHECK_MSG(error.message[0], "%s says nothing", #call);                         \
    } while (0)

TEST(sessions) {
    frit_script *s;
    frit_text text;
    frit_value *out, *outs[1];
    uint32_t got;
    int status;
    BAD(frit_script_open(NULL, NULL, &error));
    OK(frit_script_open(NULL, &s, &error));
    frit_script_close(NULL);
    CHECK(!frit_script_context(NULL) && frit_script_context(s));
    BAD(frit_script_run(NULL, "a", "x = 1;", 6, NULL, &error));
    BAD(frit_script_run(s, "a", NULL, 6, NULL, &error));
    BAD(frit_script_run_file(NULL, "a.m", NULL, &error));
    BAD(frit_script_run_file(s, NULL, NULL, &error));
    BAD(frit_script_check(NULL, "a", "x", 1, NULL, NULL, &error));
    BAD(frit_script_check(s, "a", NULL, 1, NULL, NULL, &error));
    CHECK(!frit_script_exited(NULL, &status) && !frit_script_exited(s, NULL));
    frit_script_interrupt(NULL);
    BAD(frit_script_profile(NULL, &text, &error));
    BAD(frit_script_profile(s, NULL, &error));
    BAD(frit_script_explain(NULL, &text, &error));
    BAD(frit_script_explain(s, NULL, &error));
    BAD(frit_script_get(NULL, "x", &out, &error));
    BAD(frit_script_get(s, NULL, &out, &error));
    BAD(frit_script_get(s, "x", NULL, &error));
    BAD(frit_script_get(s, "nothing", &out, &error));
    BAD(frit_script_set(NULL, "x", NULL, &error));
    BAD(frit_script_set(s, "x", NULL, &error));
    BAD(frit_script_clear(NULL, "x", &error));
    BAD(frit_script_clear(s, NULL, &error));
    CHECK(!frit_script_variable(NULL, 0) && !frit_script_variable(s, 9));
    BAD(frit_script_call(NULL, "pi", NULL, 0, 1, outs, &got, NULL, &error));
    BAD(frit_script_call(s, NULL, NULL, 0, 1, outs, &got, NULL, &error));
    BAD(frit_script_call(s, "sin", NULL, 1, 1, outs, &got, NULL, &error));
    BAD(frit_script_call(s, "pi", NULL, 0, 1, NULL, &got, NULL, &error));
    CHECK(frit_script_function(0) && !frit_script_function(UINT32_MAX));
    CHECK(!frit_script_help(NULL) && !frit_script_help("nothing") && frit_script_help("sin"));
    frit_script_close(s);
}

TEST(values) {
    frit_script *s;
    frit_value *v, *cell, *made;
    frit_array *array;
    frit_text text;
    double number;
    int64_t shape[2] = {2, 2};
    OK(frit_script_open(NULL, &s, &error));
    BAD(frit_value_new_number(NULL, "double", 1, &v, &error));
    BAD(frit_value_new_number(s, "real", 1, &v, &error));
    BAD(frit_value_new_number(s, "double", 1, NULL, &error));
    BAD(frit_value_new_array(NULL, "double", false, 2, shape, NULL, &v, &error));
    BAD(frit_value_new_array(s, "double", false, 2, NULL, NULL, &v, &error));
    BAD(frit_value_new_array(s, "double", false, 2, shape, NULL, NULL, &error));
    BAD(frit_value_from_array(NULL, NULL, NULL, &v, &error));
    BAD(frit_value_from_array(s, NULL, NULL, &v, &error));
    BAD(frit_value_new_text(NULL, "a", 1, &v, &error));
    BAD(frit_value_new_text(s, NULL, 1, &v, &error));
    BAD(frit_value_new_text(s, "a", 1, NULL, &error));
    BAD(frit_value_new_cell(NULL, 2, shape, &v, &error));
    BAD(frit_value_new_cell(s, 2, shape, NULL, &error));
    BAD(frit_value_new_struct(NULL, &v, &error));
    BAD(frit_value_new_struct(s, NULL, &error));
    OK(frit_value_new_number(s, "double", 1, &v, &error));
    OK(frit_value_new_cell(s, 2, shape, &cell, &error));
    frit_value_retain(NULL);
    frit_value_free(NULL);
    CHECK(frit_value_kind_of(NULL) == FRIT_VALUE_NONE);
    CHECK(frit_value_class(NULL) != NULL || frit_value_class(v));
    CHECK_EQ_UINT(frit_value_rank(NULL), 0);
    CHECK(frit_value_extent(NULL, 0) == 0 && frit_value_count(NULL) == 0);
    CHECK(!frit_value_is_complex(NULL) && !frit_value_is_text(NULL));
    BAD(frit_value_read(NULL, &number, sizeof number, &error));
    BAD(frit_value_read(v, NULL, sizeof number, &error));
    BAD(frit_value_read(v, &number, 1, &error));
    BAD(frit_value_array(NULL, &array, &error));
    BAD(frit_value_array(v, NULL, &error));
    BAD(frit_value_number(NULL, &number, &error));
    BAD(frit_value_number(v, NULL, &error));
    BAD(frit_value_text(NULL, &text, &error));
    BAD(frit_value_text(v, NULL, &error));
    BAD(frit_value_item(NULL, 0, &made, &error));
    BAD(frit_value_item(cell, 4, &made, &error));
    BAD(frit_value_item(cell, -1, &made, &error));
    BAD(frit_value_item(cell, 0, NULL, &error));
    CHECK(!frit_value_field_name(NULL, 0) && !frit_value_field_name(v, 0));
    BAD(frit_value_field(NULL, 0, "a", &made, &error));
    BAD(frit_value_field(v, 0, "a", &made, &error));
    BAD(frit_value_field(cell, 0, NULL, &made, &error));
    BAD(frit_value_key(NULL, 0, &made, &error));
    BAD(frit_value_key(v, 0, &made, &error));
    BAD(frit_value_set_item(NULL, 0, v, &error));
    BAD(frit_value_set_item(cell, 4, v, &error));
    BAD(frit_value_set_item(cell, 0, NULL, &error));
    BAD(frit_value_set_field(NULL, "a", v, &error));
    BAD(frit_value_set_field(cell, "a", v, &error));
    frit_value_free(v);
    frit_value_free(cell);
    frit_script_close(s);
}
