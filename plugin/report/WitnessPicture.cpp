// SPDX-License-Identifier: Apache-2.0

#include "report/WitnessPicture.h"
#include "report/Escape.h"
#include "report/Paths.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

namespace oxide {

namespace {

std::string coordinates(const Dim3 &D) {
  return "(" + llvm::utostr(D[0]) + "," + llvm::utostr(D[1]) + "," +
         llvm::utostr(D[2]) + ")";
}

/// At most \p Limit characters of \p Text.
std::string shortened(llvm::StringRef Text, size_t Limit) {
  if (Text.size() <= Limit)
    return Text.str();
  Text = Text.take_front(Limit - 1);
  // Never half of a character.
  while (!Text.empty() && (Text.back() & 0xC0) == 0x80)
    Text = Text.drop_back();
  if (!Text.empty() && static_cast<unsigned char>(Text.back()) >= 0xC0)
    Text = Text.drop_back();
  return Text.str() + "\u2026";
}

/// Three threads in one are a single one: what is wrong takes no second.
bool isSingle(const ResolvedWitness &W) {
  return W.First.Block == W.Second.Block && W.First.Thread == W.Second.Thread &&
         W.First.Access.At == W.Second.Access.At;
}

class Picture {
public:
  Picture(const ResolvedFinding &F, llvm::StringRef Root)
      : F(F), W(*F.Witness), Root(Root) {}

  std::string draw() {
    if (isSingle(W))
      drawSingle();
    else if (W.Element.empty())
      drawBarrier();
    else
      drawConflict();
    return "<svg class=\"picture\" role=\"img\" viewBox=\"0 0 420 " +
           llvm::utostr(Height) + "\"><title>" +
           escapeXml(witnessText(F, Root)) + "</title>" + Out + "</svg>";
  }

private:
  static constexpr int Left = 110, Right = 310, Middle = 210;

  bool sameBlock() const { return W.First.Block == W.Second.Block; }

  std::string line(const SourcePoint &At) const {
    std::string Text = "line " + llvm::utostr(At.Line);
    if (At.File != F.At.File)
      Text = llvm::sys::path::filename(At.File).str() + ":" +
             llvm::utostr(At.Line);
    return shortened(Text, 20);
  }

  void text(int X, int Y, llvm::StringRef Class, llvm::StringRef Text,
            llvm::StringRef Anchor = "middle") {
    Out += "<text x=\"" + llvm::itostr(X) + "\" y=\"" + llvm::itostr(Y) +
           "\" class=\"" + Class.str() + "\" text-anchor=\"" + Anchor.str() +
           "\">" + escapeXml(Text) + "</text>";
  }

  void box(int X, int Y, int Width, int High, llvm::StringRef Class) {
    Out += "<rect x=\"" + llvm::itostr(X) + "\" y=\"" + llvm::itostr(Y) +
           "\" width=\"" + llvm::itostr(Width) + "\" height=\"" +
           llvm::itostr(High) + "\" rx=\"5\" class=\"" + Class.str() + "\"/>";
  }

  void path(llvm::StringRef Class, llvm::StringRef Shape,
            llvm::StringRef More = {}) {
    Out += "<path class=\"" + Class.str() + "\" d=\"" + Shape.str() + "\"" +
           More.str() + "/>";
  }

  void lane(int X, const ResolvedWitnessThread &T, int From, int To) {
    text(X, 16, "who", "thread " + coordinates(T.Thread));
    text(X, 32, "small", "block " + coordinates(T.Block));
    path("lane", "M" + llvm::itostr(X) + " " + llvm::itostr(From) + "V" +
                     llvm::itostr(To));
  }

  /// A line across both lanes with words on it.
  void boundary(int Y, llvm::StringRef Class, llvm::StringRef Words) {
    path(Class, "M10 " + llvm::itostr(Y) + "H410");
    int Width = static_cast<int>(Words.size()) * 6 + 20;
    box(Middle - Width / 2, Y - 9, Width, 18, "label");
    text(Middle, Y + 4, "small", Words);
  }

  static bool writes(const ResolvedWitnessThread &T) {
    return T.Kind != "reads";
  }

  static llvm::StringRef kind(const ResolvedWitnessThread &T) {
    return writes(T) ? "write" : "read";
  }

  /// What a thread does, as a box on its lane.
  void access(int X, int Y, const ResolvedWitnessThread &T,
              llvm::StringRef Class) {
    if (!T.CalledFrom.empty())
      text(X, Y - 6, "small", "called from " + line(T.CalledFrom.front().At));
    box(X - 78, Y, 156, 42, ("access " + Class).str());
    text(X, Y + 18, "does", shortened(T.Kind, 20));
    text(X, Y + 34, "small", line(T.Access.At));
    std::string Values;
    for (const auto &[Name, Value] : T.Values)
      Values += (Values.empty() ? "" : ", ") + Name + " " + Value;
    if (!Values.empty())
      text(X, Y + 57, "small", shortened(Values, 24));
  }

  /// The element with its neighbours, where it has any; the end of the array
  /// in front of an element that is out of it.
  void memory(int X, int Y) {
    llvm::StringRef Element = W.Element;
    std::string Shown = shortened(Element, 18);
    int Half = std::max<int>(30, Shown.size() * 4 + 10);
    int64_t Index = 0;
    auto [Name, Rest] = Element.rsplit('[');
    if (Rest.consume_back("]") && !Rest.getAsInteger(10, Index)) {
      bool Outside = F.Checker->Name == "oxide-out-of-bounds";
      if (Index > 0 || Outside)
        neighbour(X - Half - 44, Y, Index - 1, Outside && Index <= 0);
      neighbour(X + Half, Y, Index + 1, Outside && Index >= 0);
      if (Outside) {
        int Edge = Index < 0 ? X + Half : X - Half;
        path("edge",
             "M" + llvm::itostr(Edge) + " " + llvm::itostr(Y - 8) + "v46");
        text(Edge, Y + 52, "small",
             shortened((Index < 0 ? "start of " : "end of ") + W.Object, 24));
      }
    }
    box(X - Half, Y, 2 * Half, 30, "cell hit");
    text(X, Y + 20, "mono", Shown);
  }

  void neighbour(int X, int Y, int64_t Index, bool Outside) {
    box(X, Y, 44, 30, Outside ? "cell outside" : "cell");
    std::string Text = llvm::itostr(Index);
    if (Text.size() <= 5)
      text(X + 22, Y + 20, "mono faint", Text);
  }

  /// The arrow points to where the data goes.
  void arrow(const ResolvedWitnessThread &T, llvm::StringRef Shape) {
    bool Both = T.Kind != "reads" && T.Kind != "writes";
    std::string Ends;
    if (Both || writes(T))
      Ends += writes(T) ? " marker-end=\"url(#head-write)\"" : "";
    if (Both)
      Ends += " marker-start=\"url(#head-write)\"";
    else if (!writes(T))
      Ends += " marker-start=\"url(#head-read)\"";
    path(writes(T) ? "arrow write" : "arrow read", Shape, Ends);
  }

  void drawConflict() {
    Height = 310;
    box(10, 56, 400, 222, "phase");
    lane(Left, W.First, 40, 290);
    lane(Right, W.Second, 40, 290);
    bool Since = !W.Separator.empty() && W.SeparatorAt.Line &&
                 W.SeparatorAt != W.Second.Access.At;
    if (Since)
      boundary(56, "barrier",
               shortened(W.Separator, 20) + ", " + line(W.SeparatorAt));
    else
      boundary(56, "limit", "start of the kernel");
    access(Left, 94, W.First, kind(W.First));
    access(Right, 94, W.Second, kind(W.Second));
    int Half = std::max<int>(
        30, static_cast<int>(shortened(W.Element, 18).size()) * 4 + 10);
    arrow(W.First, "M" + llvm::itostr(Left + 30) + " 138C" +
                       llvm::itostr(Left + 34) + " 176 " +
                       llvm::itostr(Middle - Half / 2) + " 160 " +
                       llvm::itostr(Middle - Half / 2) + " 190");
    arrow(W.Second, "M" + llvm::itostr(Right - 30) + " 138C" +
                        llvm::itostr(Right - 34) + " 176 " +
                        llvm::itostr(Middle + Half / 2) + " 160 " +
                        llvm::itostr(Middle + Half / 2) + " 190");
    memory(Middle, 194);
    text(Middle, 250, "why",
         !sameBlock() ? "no barrier orders threads of two blocks"
         : W.Separator.empty()
             ? "nothing orders the two accesses"
             : "no " + shortened(W.Separator, 20) + " orders the two accesses");
    boundary(278, "limit",
             sameBlock() ? "next barrier or end of the kernel"
                         : "end of the kernel");
  }

  void drawBarrier() {
    Height = 210;
    text(Left, 16, "who", "thread " + coordinates(W.First.Thread));
    text(Left, 32, "small", "block " + coordinates(W.First.Block));
    path("lane", "M" + llvm::itostr(Left) + " 40V148");
    text(Right, 16, "who", "thread " + coordinates(W.Second.Thread));
    text(Right, 32, "small", "block " + coordinates(W.Second.Block));
    // It goes around.
    path("lane", "M310 40V110C310 134 396 126 396 150V196");
    access(Left, 76, W.First, "plain");
    access(Right, 62, W.Second, "write");
    path("barrier", "M30 150H200");
    path("barrier open", "M200 150H376");
    path("cross", "M303 143l14 14m0 -14l-14 14");
    text(Middle, 174, "small", "barrier, " + line(W.First.Access.At));
    text(Middle, 198, "small", "the block waits for both");
  }

  void drawSingle() {
    Height = 140;
    lane(Left, W.First, 40, 132);
    access(Left, 66, W.First, kind(W.First));
    if (W.Element.empty())
      return;
    // Above what is next to the element.
    arrow(W.First, "M192 78C222 44 286 38 304 66");
    memory(304, 72);
  }

  const ResolvedFinding &F;
  const ResolvedWitness &W;
  llvm::StringRef Root;
  std::string Out;
  unsigned Height = 0;
};

std::string sentence(const ResolvedWitnessThread &T, const ResolvedWitness &W,
                     llvm::StringRef Root) {
  std::string Text = "thread " + coordinates(T.Thread) + " of block " +
                     coordinates(T.Block) + " " + T.Kind;
  if (!W.Element.empty())
    Text += " " + W.Element;
  if (T.Access.At.Line)
    Text += " at " + relativePath(T.Access.At.File, Root) + ":" +
            llvm::utostr(T.Access.At.Line);
  for (const auto &[Name, Value] : T.Values)
    Text += ", " + Name + " " + Value;
  return Text;
}

} // namespace

std::string pictureDefinitions() {
  std::string Result = "<svg class=\"defs\" aria-hidden=\"true\"><defs>";
  for (llvm::StringRef Kind : {"write", "read"})
    Result += ("<marker id=\"head-" + Kind +
               "\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" "
               "markerWidth=\"6\" markerHeight=\"6\" "
               "orient=\"auto-start-reverse\"><path class=\"head " +
               Kind + "\" d=\"M0 0L8 4L0 8z\"/></marker>")
                  .str();
  return Result + "</defs></svg>\n";
}

std::string witnessPicture(const ResolvedFinding &F, llvm::StringRef Root) {
  return Picture(F, Root).draw();
}

std::string witnessText(const ResolvedFinding &F, llvm::StringRef Root) {
  const ResolvedWitness &W = *F.Witness;
  std::string Text = sentence(W.First, W, Root);
  if (!isSingle(W))
    Text += "; " + sentence(W.Second, W, Root);
  return Text;
}

std::string witnessLaunch(const ResolvedWitness &W) {
  std::string Text =
      "grid " + coordinates(W.GridDim) + ", block " + coordinates(W.BlockDim);
  for (const auto &[Name, Value] : W.Scalars)
    Text += ", " + Name + " = " + Value;
  return Text;
}

} // namespace oxide
