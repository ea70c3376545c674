/* Days: datenum, datestr, weekday. Day 1 is the first of January of the year 0. */
#define _POSIX_C_SOURCE 200809L

#include <math.h>
#include <time.h>

#include "front/script/builtin/functions.h"
#include "front/script/builtin/texts.h"

static const char *const months[] = {"January",   "February", "March",    "April",
                                     "May",       "June",     "July",     "August",
                                     "September", "October",  "November", "December"};
static const char *const days[] = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                   "Thursday", "Friday", "Saturday"};

typedef struct Date {
    double year, month, day, hour, minute, second;
} Date;

/* The number of a day, of the Gregorian calendar at all times; month and day may lie outside. */
static double day_number(double year, double month, double day) {
    double whole = floor(month);
    year += floor((whole - 1) / 12);
    month = whole - 12 * floor((whole - 1) / 12);
    /* Years begin in March: the day that leap years add is their last. */
    double y = month <= 2 ? year - 1 : year, m = month <= 2 ? month + 9 : month - 3;
    double before = 365 * y + floor(y / 4) - floor(y / 100) + floor(y / 400);
    return before + floor((153 * m + 2) / 5) + day + 60;
}

static double number_of(const Date *d) {
    return day_number(d->year, d->month, d->day) +
           (d->hour + (d->minute + d->second / 60) / 60) / 24;
}

static Date date_of(double number) {
    double day = floor(number);
    /* Seconds are rounded to milliseconds, as what they were made of was. */
    double seconds = round((number - day) * 86400 * 1000) / 1000;
    if (seconds >= 86400) {
        seconds -= 86400;
        day++;
    }
    double z = day - 61, era = floor(z / 146097), doe = z - era * 146097;
    double yoe = floor((doe - floor(doe / 1460) + floor(doe / 36524) - floor(doe / 146096)) / 365);
    double doy = doe - (365 * yoe + floor(yoe / 4) - floor(yoe / 100));
    double m = floor((5 * doy + 2) / 153);
    Date d = {.day = doy - floor((153 * m + 2) / 5) + 1, .month = m < 10 ? m + 3 : m - 9};
    d.year = yoe + era * 400 + (d.month <= 2);
    d.hour = floor(seconds / 3600);
    d.minute = floor((seconds - d.hour * 3600) / 60);
    d.second = seconds - d.hour * 3600 - d.minute * 60;
    return d;
}

/* 1: Sunday. */
static int weekday_of(double number) {
    double day = floor(number) - 2;
    return (int)(day - 7 * floor(day / 7));
}

static Date today(void) {
    struct timespec now;
    struct tm t;
    clock_gettime(CLOCK_REALTIME, &now);
    localtime_r(&now.tv_sec, &t);
    return (Date){t.tm_year + 1900.0, t.tm_mon + 1.0,   (double)t.tm_mday,
                  (double)t.tm_hour,  (double)t.tm_min, t.tm_sec + (double)now.tv_nsec * 1e-9};
}

bool script_now(Interp *in, BuiltinCall *call) {
    Date d = today();
    give_value(in, call, 0, value_double(number_of(&d)));
    return true;
}

bool script_date(Interp *in, BuiltinCall *call) {
    Date d = today();
    Str text = str_make(&in->env);
    str_format(&text, "%02d-%.3s-%04d", (int)d.day, months[(int)d.month - 1], (int)d.year);
    return give_str(in, call, 0, &text);
}

/* ---- datenum */

/* Columns of a matrix are year, month, day and so on; or each is an argument of its own. */
static bool rows_to_numbers(Interp *in, Value v, Doubles *out) {
    Shape shape = value_shape(v);
    double *x;
    TRY(value_to_doubles(in, v, &x));
    int64_t rows = shape.at[0], columns = shape.at[1];
    bool ok = true;
    for (int64_t i = 0; ok && i < rows; i++) {
        double part[6] = {0, 1, 1, 0, 0, 0};
        for (int64_t j = 0; j < columns && j < 6; j++)
            part[j] = x[i + j * rows];
        Date d = {part[0], part[1], part[2], part[3], part[4], part[5]};
        ok = doubles_push(in, out, number_of(&d));
    }
    interp_release(in, x, (size_t)value_count(v) * sizeof *x);
    return ok;
}

static bool arguments_to_numbers(Interp *in, const BuiltinCall *call, Array *made) {
    double *parts[6] = {NULL};
    bool ok = true;
    for (uint32_t k = 0; ok && k < call->argc; k++)
        ok = value_to_doubles(in, call->args[k], &parts[k]);
    for (int64_t e = 0; ok && e < made->count; e++) {
        double part[6] = {0, 1, 1, 0, 0, 0};
        for (uint32_t k = 0; k < call->argc; k++)
            part[k] = parts[k][value_count(call->args[k]) == 1 ? 0 : e];
        Date d = {part[0], part[1], part[2], part[3], part[4], part[5]};
        ((double *)made->data)[e] = number_of(&d);
    }
    for (uint32_t k = 0; k < call->argc; k++)
        interp_release(in, parts[k], (size_t)value_count(call->args[k]) * sizeof(double));
    return ok;
}

bool script_datenum(Interp *in, BuiltinCall *call) {
    if (call->argc == 1) {
        Doubles numbers = {0};
        bool ok = rows_to_numbers(in, call->args[0], &numbers) &&
                  give_doubles(in, call, 0, numbers.at, numbers.count, 1);
        doubles_free(in, &numbers);
        return ok;
    }
    Shape shape = shape_make(1, 1);
    for (uint32_t k = 0; k < call->argc; k++) {
        Shape own = value_shape(call->args[k]);
        if (shape_count(&own) == 1)
            continue;
        if (shape_count(&shape) != 1 && !shape_same(&shape, &own))
            return interp_fail(in, "datenum: all inputs must be of the same size or scalars");
        shape = own;
    }
    Array *made;
    TRY(value_array_new(in, CLASS_DOUBLE, false, &shape, &made));
    Value out = value_of_array(made);
    if (!arguments_to_numbers(in, call, made) || !value_simplify(in, &out)) {
        value_drop(in, out);
        return false;
    }
    give_value(in, call, 0, out);
    return true;
}

bool script_datevec(Interp *in, BuiltinCall *call) {
    double number;
    TRY(value_to_double(in, call->args[0], "datevec", &number));
    Date d = date_of(number);
    double row[6] = {d.year, d.month, d.day, d.hour, d.minute, d.second};
    if (call->nout <= 1)
        return give_doubles(in, call, 0, row, 1, 6);
    for (uint32_t k = 0; k < call->nout && k < 6; k++)
        give_value(in, call, k, value_double(row[k]));
    return true;
}

bool script_weekday(Interp *in, BuiltinCall *call) {
    double number;
    TRY(value_to_double(in, call->args[0], "weekday", &number));
    int day = weekday_of(number);
    give_value(in, call, 0, value_double(day + 1));
    bool full = call->argc > 1 && chars_are_word(in, call->args[1], "long");
    return !is_wanted(call, 1) || give_chars(in, call, 1, days[day], full ? strlen(days[day]) : 3);
}

bool script_etime(Interp *in, BuiltinCall *call) {
    Doubles t = {0};
    bool ok = rows_to_numbers(in, call->args[0], &t) && rows_to_numbers(in, call->args[1], &t);
    if (ok && t.count == 2)
        give_value(in, call, 0, value_double(round((t.at[0] - t.at[1]) * 86400e6) / 1e6));
    else if (ok)
        ok = interp_fail(in, "etime: T0 and T1 must be clock vectors");
    doubles_free(in, &t);
    return ok;
}

bool script_is_leap_year(Interp *in, BuiltinCall *call) {
    double year = today().year;
    if (call->argc > 0)
        TRY(value_to_double(in, call->args[0], "is_leap_year", &year));
    bool leap = fmod(year, 4) == 0 && (fmod(year, 100) != 0 || fmod(year, 400) == 0);
    give_value(in, call, 0, value_logical(leap));
    return true;
}

bool script_eomday(Interp *in, BuiltinCall *call) {
    double year, month;
    TRY(value_to_double(in, call->args[0], "eomday", &year) &&
        value_to_double(in, call->args[1], "eomday", &month));
    give_value(in, call, 0,
               value_double(day_number(year, month + 1, 1) - day_number(year, month, 1)));
    return true;
}

/* ---- datestr */

static const char *const formats[] = {"dd-mmm-yyyy HH:MM:SS",
                                      "dd-mmm-yyyy",
                                      "mm/dd/yy",
                                      "mmm",
                                      "m",
                                      "mm",
                                      "mm/dd",
                                      "dd",
                                      "ddd",
                                      "d",
                                      "yyyy",
                                      "yy",
                                      "mmmyy",
                                      "HH:MM:SS",
                                      "HH:MM:SS PM",
                                      "HH:MM",
                                      "HH:MM PM",
                                      "QQ-YY",
                                      "QQ",
                                      "dd/mm",
                                      "dd/mm/yy",
                                      "mmm.dd,yyyy HH:MM:SS",
                                      "mmm.dd,yyyy",
                                      "mm/dd/yyyy",
                                      "dd/mm/yyyy",
                                      "yy/mm/dd",
                                      "yyyy/mm/dd",
                                      "QQ-YYYY",
                                      "mmmyyyy",
                                      "yyyy-mm-dd",
                                      "yyyymmddTHHMMSS",
                                      "yyyy-mm-dd HH:MM:SS"};

/* One word of a format; how long it is, 0: it is none. */
static size_t put_word(Str *out, const char *f, const Date *d, bool half) {
    const char *month = months[(int)d->month - 1], *day = days[weekday_of(number_of(d))];
    int hour = half ? ((int)d->hour % 12 == 0 ? 12 : (int)d->hour % 12) : (int)d->hour;
    int milli = (int)(round((d->second - floor(d->second)) * 1000));
    struct {
        const char *word, *text;
        int number, width, most;
    } words[] = {{"yyyy", NULL, (int)d->year, 4, 0},
                 {"YYYY", NULL, (int)d->year, 4, 0},
                 {"yy", NULL, (int)fmod(d->year, 100), 2, 0},
                 {"YY", NULL, (int)fmod(d->year, 100), 2, 0},
                 {"mmmm", month, 0, 0, 99},
                 {"mmm", month, 0, 0, 3},
                 {"mm", NULL, (int)d->month, 2, 0},
                 {"m", month, 0, 0, 1},
                 {"dddd", day, 0, 0, 99},
                 {"ddd", day, 0, 0, 3},
                 {"dd", NULL, (int)d->day, 2, 0},
                 {"d", day, 0, 0, 1},
                 {"HH", NULL, hour, half ? 2 : -2, 0},
                 {"MM", NULL, (int)d->minute, 2, 0},
                 {"SS", NULL, (int)floor(d->second), 2, 0},
                 {"FFF", NULL, milli, 3, 0},
                 {"PM", d->hour >= 12 ? "PM" : "AM", 0, 0, 2},
                 {"AM", d->hour >= 12 ? "PM" : "AM", 0, 0, 2}};
    if (!strncmp(f, "QQ", 2)) {
        str_format(out, "Q%d", ((int)d->month - 1) / 3 + 1);
        return 2;
    }
    for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
        size_t n = strlen(words[k].word);
        if (strncmp(f, words[k].word, n))
            continue;
        if (words[k].text)
            str_format(out, "%.*s", words[k].most, words[k].text);
        else if (half && n == 2 && f[0] == 'H')
            str_format(out, "%2d", words[k].number);
        else
            str_format(out, "%0*d", (int)n, words[k].number);
        return n;
    }
    return 0;
}

static void put_date(Str *out, const char *format, double number) {
    Date d = date_of(number);
    bool half = strstr(format, "PM") || strstr(format, "AM");
    while (*format) {
        size_t n = put_word(out, format, &d, half);
        if (n == 0)
            str_putc(out, *format++);
        format += n;
    }
}

/* Rows of three or six numbers, of which the first can be a year, are dates; else each is a number. */
static bool date_numbers(Interp *in, Value v, Doubles *out) {
    Shape shape = value_shape(v);
    double *x;
    int64_t count = value_count(v);
    if (v.kind > VALUE_ARRAY || value_is_char(v))
        return interp_fail(in, "datestr: DATE must be a number or a vector of a date");
    TRY(value_to_doubles(in, v, &x));
    bool vectors = (shape.at[1] == 6 || shape.at[1] == 3) && count > 0 && x[0] < 5000 &&
                   x[shape.at[0]] >= 1 && x[shape.at[0]] <= 12;
    bool ok = !vectors || rows_to_numbers(in, v, out);
    for (int64_t k = 0; ok && !vectors && k < count; k++)
        ok = doubles_push(in, out, x[k]);
    interp_release(in, x, (size_t)count * sizeof *x);
    return ok;
}

bool script_datestr(Interp *in, BuiltinCall *call) {
    Doubles numbers = {0};
    Values rows = {0};
    char *format = NULL;
    size_t len = 0;
    double number = -1;
    bool ok = date_numbers(in, call->args[0], &numbers), whole = true;
    for (int64_t k = 0; k < numbers.count; k++) {
        Date d = date_of(numbers.at[k]);
        whole &= d.hour == 0 && d.minute == 0 && d.second == 0;
    }
    if (ok && call->argc > 1 && value_is_char(call->args[1]))
        ok = value_to_text(in, call->args[1], "datestr: FORMAT must be a string", &format, &len);
    else if (ok && call->argc > 1 && !value_is_empty(call->args[1]))
        ok = value_to_double(in, call->args[1], "datestr", &number);
    const char *chosen = format ? format : formats[whole ? 1 : 0];
    if (!format && number >= 0 && number < (double)(sizeof formats / sizeof *formats))
        chosen = formats[(int)number];
    for (int64_t k = 0; ok && k < numbers.count; k++) {
        Str text = str_make(&in->env);
        put_date(&text, chosen, numbers.at[k]);
        ok = str_ok(&text) ? values_push_text(in, &rows, text.data ? text.data : "", text.len, true)
                           : interp_fail_raw(in);
        str_free(&text);
    }
    Value out;
    ok = ok && value_vertcat_texts(in, rows.at, (uint32_t)rows.count, &out);
    if (ok)
        give_value(in, call, 0, out);
    if (format)
        interp_release(in, format, len + 1);
    doubles_free(in, &numbers);
    values_free(in, &rows);
    return ok;
}
