// RUN: %check_oxide %s oxide-trait-hijack
// expected-no-diagnostics

// A project whose own namespace has this name and that uses no Oxide header.
namespace oxide {
template <class T> struct Trait {};
template <> struct Trait<int> {};
} // namespace oxide
namespace oxide {
struct More {};
} // namespace oxide
