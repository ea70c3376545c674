// frit.hpp: objects that free themselves, errors that are thrown. The parts between the marks are shown in
// docs/embedding.md, which a test compares.
#include <frit/frit.hpp>

#include <cstdio>
#include <cstring>
#include <vector>

static int failures = 0;

#define CHECK(condition)                                        \
    do {                                                        \
        if (!(condition)) {                                     \
            std::printf("line %d: %s\n", __LINE__, #condition); \
            failures++;                                         \
        }                                                       \
    } while (0)

static void shown() {
    // [example
    frit::Context context;
    frit::Call scale(context, "program scale(x: f32[n]) -> (y) {\n  y = add(x, x)\n}\n");
    std::vector<float> x = {1, 2, 3}, y(3);
    scale.run({frit::Tensor(x)}, {frit::Tensor(y)});

    frit::Run run = scale.start({frit::Tensor(x)}, {frit::Tensor(y)}); // in the background
    run.wait();

    frit::Array a(context, x), b(context, y);
    std::vector<float> r = ((a + b) * a).read<float>(); // one kernel
    // example]
    CHECK(y[2] == 6);
    CHECK(r[2] == 27);
}

static void errors() {
    frit::Context context;
    try {
        frit::Call call(context, "program f(x: f32[n]) -> (y) {\n  y = (\n}\n");
        CHECK(false);
    } catch (const frit::Error &error) {
        CHECK(error.status() == FRIT_ERR_SYNTAX);
        CHECK(error.stage() == FRIT_STAGE_PARSE);
        CHECK(error.line() == 2);
        CHECK(std::strstr(error.what(), error.message()));
    }
    frit::Array x(context, {1.0f, 2.0f}), y(context, {1.0f, 2.0f, 3.0f});
    try {
        (void)(x + y);
        CHECK(false);
    } catch (const frit::Error &error) {
        CHECK(error.status() == FRIT_ERR_SHAPE);
        CHECK(std::strcmp(error.place(), "add") == 0);
    }
    try {
        x.read<double>();
        CHECK(false);
    } catch (const std::invalid_argument &) {}
    frit::Call call(context, "program f(x: f32[n]) -> (y) {\n  y = neg(x)\n}\n");
    std::vector<float> in = {1, 2}, out = {7};
    frit::Run run = call.start({frit::Tensor(in)}, {frit::Tensor(out)});
    try {
        run.wait();
        CHECK(false);
    } catch (const frit::Error &error) {
        CHECK(error.status() == FRIT_ERR_SHAPE);
    }
    CHECK(run.done() && out[0] == 7);
}

static void arrays() {
    auto context = std::make_unique<frit::Context>();
    frit::Array x(*context, {1, 2, 3, 4});
    frit::Array table = x.reshape({2, 2}), part = x.slice({1}, {3}), copy = x,
                moved = std::move(copy);
    CHECK((table.transpose().read<int>() == std::vector<int>{1, 3, 2, 4}));
    part.assign(-part);
    CHECK((moved.read<int>() == std::vector<int>{1, -2, -3, 4}));
    CHECK((x.sum("axes=[0]").read<int>() == std::vector<int>{0}));
    CHECK((frit::Array::apply("lt", {x, x - x}).read<std::uint8_t>() ==
           std::vector<std::uint8_t>{0, 1, 1, 0}));
    {
        frit::Scope scope(*context); // of what C functions give out; an Array frees itself
        frit::Array inside = x * x;
        table = inside;
        frit_array *loose;
        CHECK(frit_literal(context->get(), "1:i32", &loose, nullptr) == FRIT_OK);
    }
    CHECK((table.read<int>() == std::vector<int>{1, 4, 9, 16}));
    frit::Module module(*context, "program f(x: f32[n]) -> (y) {\n  y = neg(x)\n}\n");
    CHECK(module.infer().print().find("f32[n]") != std::string::npos);
    CHECK(module.infer().emit("c").find("float") != std::string::npos);
    CHECK(context->describe().threads >= 1);
    context.reset(); // the arrays outlive it
    try {
        table.read<int>();
        CHECK(false);
    } catch (const frit::Error &error) {
        CHECK(error.status() == FRIT_ERR_ARGUMENT);
    }
}

int main() {
    shown();
    errors();
    arrays();
    std::puts(failures ? "wrong" : "ok");
    return failures != 0;
}
