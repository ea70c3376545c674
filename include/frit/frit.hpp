/*
 * frit for C++17: what frit.h has, in objects that free themselves and errors that are thrown.
 *
 * Header-only, and thin: every class owns one handle, get() lends it to the functions of frit.h, release()
 * gives it up. The rules are those of frit.h: `const` member functions may be called by several threads at
 * once, others by one at a time; objects may be destroyed in any order, also after their context.
 */
#ifndef FRIT_FRIT_HPP
#define FRIT_FRIT_HPP

#include <complex>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "frit/frit.h"

namespace frit {

/* ------------------------------------------------------------------------------------ errors */

/* What a call that failed said: status, stage, place, line. */
class Error : public std::runtime_error {
  public:
    explicit Error(const frit_error &error) : std::runtime_error(text(error)), error_(error) {}

    frit_status status() const noexcept {
        return error_.status;
    }
    frit_stage stage() const noexcept {
        return error_.stage;
    }
    const char *place() const noexcept {
        return error_.place;
    }
    const char *message() const noexcept {
        return error_.message;
    }
    std::uint32_t line() const noexcept {
        return error_.line;
    }
    std::uint32_t column() const noexcept {
        return error_.column;
    }

  private:
    frit_error error_;

    static std::string text(const frit_error &error) {
        std::string all = std::string(frit_status_name(error.status)) + " error";
        if (error.stage != FRIT_STAGE_NONE)
            all += std::string(" in ") + frit_stage_name(error.stage);
        if (error.place[0])
            all += std::string(", ") + error.place;
        if (error.line)
            all += ", line " + std::to_string(error.line);
        return all + ": " + error.message;
    }
};

inline void check(frit_status status, const frit_error &error) {
    if (status != FRIT_OK)
        throw Error(error);
}

namespace detail {

/* One handle, freed once. */
template <typename T, void (*Free)(T *)> struct Freed {
    void operator()(T *handle) const noexcept {
        Free(handle);
    }
};
template <typename T, void (*Free)(T *)> using Handle = std::unique_ptr<T, Freed<T, Free>>;

inline std::string take(const frit_context *context, frit_text &text) {
    std::string copy(text.data ? text.data : "", text.len);
    frit_text_free(context, &text);
    return copy;
}

template <typename T> constexpr const char *scalar_name() {
    if constexpr (std::is_same_v<T, bool>)
        return "bool";
    else if constexpr (std::is_same_v<T, float>)
        return "f32";
    else if constexpr (std::is_same_v<T, double>)
        return "f64";
    else if constexpr (std::is_same_v<T, std::complex<float>>)
        return "c64";
    else if constexpr (std::is_same_v<T, std::complex<double>>)
        return "c128";
    else {
        static_assert(std::is_integral_v<T>, "frit has no such element type");
        constexpr bool is_signed = std::is_signed_v<T>;
        return sizeof(T) == 1   ? is_signed ? "i8" : "u8"
               : sizeof(T) == 2 ? is_signed ? "i16" : "u16"
               : sizeof(T) == 4 ? is_signed ? "i32" : "u32"
               : is_signed      ? "i64"
                                : "u64";
    }
}

} // namespace detail

using Shape = std::vector<std::int64_t>;

/* Options of the C interface with nothing chosen but their size: options<frit_context_options>(). */
template <typename T> T options() noexcept {
    T all{};
    all.size = sizeof all;
    return all;
}

/* ----------------------------------------------------------------------------------- contexts */

class Context {
  public:
    explicit Context(const frit_context_options &options = frit::options<frit_context_options>(),
                     const frit_allocator *allocator = nullptr) {
        frit_error error;
        frit_context *made;
        check(frit_context_new_with(allocator, &options, &made, &error), error);
        handle_.reset(made);
    }

    frit_context *get() const noexcept {
        return handle_.get();
    }
    frit_context *release() noexcept {
        return handle_.release();
    }
    void configure(const frit_context_options &options) {
        frit_error error;
        check(frit_context_configure(get(), &options, &error), error);
    }
    void cancel() const noexcept {
        frit_context_cancel(get());
    }
    frit_context_info describe() const {
        return frit_context_describe(get());
    }
    void flush() {
        frit_error error;
        check(frit_flush(get(), &error), error);
    }
    void discard() noexcept {
        frit_discard(get());
    }
    /* The report of the recorded work that ran last. */
    std::string last_report(frit_report_format format = FRIT_REPORT_TEXT) const {
        frit_error error;
        frit_text text;
        check(frit_last_report(get(), format, &text, &error), error);
        return detail::take(get(), text);
    }

  private:
    detail::Handle<frit_context, frit_context_free> handle_;
};

/* Arrays that C functions give out while it lives are freed with it, unless they were kept. (An Array frees
 * itself.) */
class Scope {
  public:
    explicit Scope(Context &context) : context_(context.get()) {
        frit_error error;
        check(frit_scope_begin(context_, &error), error);
    }
    ~Scope() {
        frit_scope_end(context_, nullptr);
    }
    Scope(const Scope &) = delete;
    Scope &operator=(const Scope &) = delete;

  private:
    frit_context *context_;
};

/* ------------------------------------------------------------------------------------ modules */

class Module {
  public:
    Module(const Context &context, std::string_view text) : context_(context.get()) {
        frit_error error;
        frit_module *made;
        check(frit_module_parse(context_, text.data(), text.size(), &made, &error), error);
        handle_.reset(made);
    }

    frit_module *get() const noexcept {
        return handle_.get();
    }
    frit_module *release() noexcept {
        return handle_.release();
    }
    /* Typed for these input types (empty: as declared). */
    Module infer(const std::vector<std::string> &types = {}, const char *entry = nullptr,
                 const frit_infer_options &options = frit::options<frit_infer_options>()) const {
        std::vector<const char *> texts;
        frit_error error;
        frit_module *typed;
        for (const std::string &type : types)
            texts.push_back(type.c_str());
        check(frit_module_infer(get(), entry, texts.empty() ? nullptr : texts.data(),
                                static_cast<std::uint32_t>(texts.size()), &options, &typed, &error),
              error);
        return Module(context_, typed);
    }
    std::string print() const {
        frit_error error;
        frit_text text;
        check(frit_module_print(get(), &text, &error), error);
        return detail::take(context_, text);
    }
    std::string emit(const char *dialect, const char *program = nullptr) const {
        auto options = frit::options<frit_emit_options>();
        options.dialect = dialect;
        frit_error error;
        frit_text text;
        check(frit_module_emit(get(), program, &options, &text, &error), error);
        return detail::take(context_, text);
    }

  private:
    const frit_context *context_;
    detail::Handle<frit_module, frit_module_free> handle_;

    Module(const frit_context *context, frit_module *module) : context_(context), handle_(module) {}
};

/* -------------------------------------------------------------------------------------- calls */

/* Memory of the caller's with a shape; strides in bytes, empty: row-major. */
class Tensor {
  public:
    Tensor(void *data, Shape shape, Shape strides = {})
        : data_(data), shape_(std::move(shape)), strides_(std::move(strides)) {}
    /* What is only read. */
    Tensor(const void *data, Shape shape, Shape strides = {})
        : Tensor(const_cast<void *>(data), std::move(shape), std::move(strides)) {}
    template <typename T>
    explicit Tensor(std::vector<T> &values)
        : Tensor(static_cast<void *>(values.data()), {static_cast<std::int64_t>(values.size())}) {}
    template <typename T>
    explicit Tensor(const std::vector<T> &values)
        : Tensor(static_cast<const void *>(values.data()),
                 {static_cast<std::int64_t>(values.size())}) {}

    frit_tensor view() const noexcept {
        return {data_, shape_.empty() ? nullptr : shape_.data(),
                strides_.empty() ? nullptr : strides_.data(), frit_device()};
    }

  private:
    void *data_;
    Shape shape_, strides_;
};

namespace detail {
inline std::vector<frit_tensor> views(const std::vector<Tensor> &tensors) {
    std::vector<frit_tensor> all;
    for (const Tensor &tensor : tensors)
        all.push_back(tensor.view());
    return all;
}
inline std::uint32_t count(const std::vector<frit_tensor> &tensors) {
    return static_cast<std::uint32_t>(tensors.size());
}
} // namespace detail

/* A call at work in the background. Destroying it cancels it and waits. */
class Run {
  public:
    explicit Run(frit_run *run) noexcept : handle_(run) {}

    frit_run *get() const noexcept {
        return handle_.get();
    }
    bool done() const noexcept {
        return frit_run_done(get());
    }
    void cancel() const noexcept {
        frit_run_cancel(get());
    }
    /* Throws what the run failed with. */
    void wait() const {
        frit_error error;
        check(frit_run_wait(get(), &error), error);
    }

  private:
    detail::Handle<frit_run, frit_run_free> handle_;
};

/* A program that runs, from its text. */
class Call {
  public:
    Call(const Context &context, std::string_view text,
         const frit_compile_options &options = frit::options<frit_compile_options>())
        : context_(context.get()) {
        frit_error error;
        frit_call *made;
        check(frit_compile(context_, text.data(), text.size(), &options, &made, &error), error);
        handle_.reset(made);
    }

    frit_call *get() const noexcept {
        return handle_.get();
    }
    const frit_plan *plan() const noexcept {
        return frit_call_plan(get());
    }
    /* The shape of an output for inputs of these shapes. */
    Shape shape(const std::vector<Tensor> &inputs, std::uint32_t output = 0) {
        std::vector<frit_tensor> in = detail::views(inputs);
        const std::int64_t *dims;
        std::uint32_t rank;
        frit_error error;
        check(frit_call_shape(get(), in.data(), detail::count(in), output, &dims, &rank, &error),
              error);
        return Shape(dims, dims + rank);
    }
    void run(const std::vector<Tensor> &inputs, const std::vector<Tensor> &outputs) {
        std::vector<frit_tensor> in = detail::views(inputs), out = detail::views(outputs);
        frit_error error;
        check(frit_call_run(get(), in.data(), detail::count(in), out.data(), detail::count(out),
                            &error),
              error);
    }
    /* In the background; the memory is the run's until it has ended. */
    Run start(const std::vector<Tensor> &inputs, const std::vector<Tensor> &outputs) {
        std::vector<frit_tensor> in = detail::views(inputs), out = detail::views(outputs);
        frit_error error;
        frit_run *run;
        check(frit_call_start(get(), in.data(), detail::count(in), out.data(), detail::count(out),
                              &run, &error),
              error);
        return Run(run);
    }
    /* Has runs look at the clock, beginning at zero. */
    void profile(bool on = true) {
        frit_error error;
        check(frit_call_profile(get(), on, &error), error);
    }
    /* What a kernel took since; zeros where that is not known. */
    frit_kernel_time time(std::uint32_t kernel) const noexcept {
        frit_kernel_time taken = {};
        frit_call_time(get(), kernel, &taken);
        return taken;
    }
    std::string report(frit_report_format format = FRIT_REPORT_TEXT) const {
        frit_error error;
        frit_text text;
        check(frit_call_report(get(), format, &text, &error), error);
        return detail::take(context_, text);
    }

  private:
    const frit_context *context_;
    detail::Handle<frit_call, frit_call_free> handle_;
};

/* ------------------------------------------------------------------------------------- arrays */

/* An array that records; copies are references to the same one. */
class Array {
  public:
    Array(Context &context, const char *type, const Shape &shape, const void *data = nullptr)
        : context_(context.get()) {
        frit_error error;
        check(frit_array_new(context_, type, static_cast<std::uint32_t>(shape.size()), shape.data(),
                             nullptr, data, &array_, &error),
              error);
        hold();
    }
    template <typename T>
    Array(Context &context, const std::vector<T> &values)
        : Array(context, detail::scalar_name<T>(), {static_cast<std::int64_t>(values.size())},
                values.data()) {}
    template <typename T>
    Array(Context &context, std::initializer_list<T> values)
        : Array(context, detail::scalar_name<T>(), {static_cast<std::int64_t>(values.size())},
                values.begin()) {}
    Array(const Array &other) noexcept : context_(other.context_), array_(other.array_) {
        frit_array_retain(array_);
    }
    Array(Array &&other) noexcept
        : context_(other.context_), array_(std::exchange(other.array_, nullptr)) {}
    Array &operator=(Array other) noexcept {
        std::swap(context_, other.context_);
        std::swap(array_, other.array_);
        return *this;
    }
    ~Array() {
        frit_array_free(array_);
    }

    frit_array *get() const noexcept {
        return array_;
    }
    Shape shape() const {
        const std::int64_t *dims = frit_array_shape(array_);
        return Shape(dims, dims + frit_array_rank(array_));
    }
    const char *type() const noexcept {
        return frit_array_type(array_);
    }

    /* Runs what the array needs; its elements, row-major. */
    template <typename T> std::vector<T> read() {
        static_assert(!std::is_same_v<T, bool>, "read bools as std::uint8_t");
        std::size_t n = 1;
        frit_error error;
        for (std::int64_t extent : shape())
            n *= static_cast<std::size_t>(extent);
        if (type() != std::string_view(detail::scalar_name<T>()) &&
            !(sizeof(T) == 1 && type() == std::string_view("bool")))
            throw std::invalid_argument(std::string("an array of ") + type() + " read as " +
                                        detail::scalar_name<T>());
        std::vector<T> values(n);
        check(frit_array_read(array_, values.data(), n * sizeof(T), &error), error);
        return values;
    }

    /* Records an op of the table on arrays; attrs as the text form writes them ("axes=[0]"). */
    static Array apply(const char *op, std::initializer_list<Array> inputs,
                       const char *attrs = nullptr) {
        std::vector<frit_array *> in;
        frit_error error;
        frit_array *made;
        for (const Array &input : inputs)
            in.push_back(input.array_);
        if (in.empty())
            throw std::invalid_argument("a step on no arrays: use frit_apply");
        check(frit_apply(inputs.begin()->context_, op, in.data(),
                         static_cast<std::uint32_t>(in.size()), attrs, &made, &error),
              error);
        return Array(inputs.begin()->context_, made);
    }
    Array slice(const Shape &start, const Shape &stop, const Shape &step = {}) const {
        if (start.size() != frit_array_rank(array_) || stop.size() != start.size() ||
            (!step.empty() && step.size() != start.size()))
            throw std::invalid_argument("a slice has an entry for each axis");
        frit_error error;
        frit_array *made;
        check(frit_array_slice(array_, start.data(), stop.data(),
                               step.empty() ? nullptr : step.data(), &made, &error),
              error);
        return Array(context_, made);
    }
    Array transpose() const {
        frit_error error;
        frit_array *made;
        check(frit_array_transpose(array_, nullptr, &made, &error), error);
        return Array(context_, made);
    }
    Array reshape(const Shape &shape) const {
        frit_error error;
        frit_array *made;
        check(frit_array_reshape(array_, static_cast<std::uint32_t>(shape.size()), shape.data(),
                                 &made, &error),
              error);
        return Array(context_, made);
    }
    Array sum(const char *attrs = nullptr) const {
        return apply("sum", {*this}, attrs);
    }
    /* array[...] = value, in place. */
    void assign(const Array &value) {
        frit_error error;
        check(frit_array_assign(array_, value.array_, &error), error);
    }

    friend Array operator+(const Array &x, const Array &y) {
        return apply("add", {x, y});
    }
    friend Array operator-(const Array &x, const Array &y) {
        return apply("sub", {x, y});
    }
    friend Array operator*(const Array &x, const Array &y) {
        return apply("mul", {x, y});
    }
    friend Array operator/(const Array &x, const Array &y) {
        return apply("div", {x, y});
    }
    friend Array operator-(const Array &x) {
        return apply("neg", {x});
    }

  private:
    frit_context *context_;
    frit_array *array_ = nullptr;

    Array(frit_context *context, frit_array *array) : context_(context), array_(array) {
        hold();
    }
    /* An Array frees itself: no scope has to. */
    void hold() noexcept {
        frit_scope_keep(array_, nullptr);
    }
};

} // namespace frit

#endif
