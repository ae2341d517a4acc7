// SPDX-License-Identifier: Apache-2.0
//
// The hash of a line is a polynomial over 100 UTF-16 code units, from the
// first of the line on, with blanks left out and line ends made equal. An end
// mark and zeros follow the text. Prefix hashes give each window in one step.

#include "report/LineHash.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/ConvertUTF.h"
#include <cstdint>
#include <map>

namespace oxide {

static constexpr unsigned Window = 100;
static constexpr uint64_t Base = 37;
static constexpr uint16_t EndMark = 65535;

/// \p Text as UTF-16; what is not UTF-8 becomes the replacement character.
static std::vector<uint16_t> codeUnits(llvm::StringRef Text) {
  std::vector<uint16_t> Units;
  const auto *At = reinterpret_cast<const llvm::UTF8 *>(Text.begin());
  const auto *End = reinterpret_cast<const llvm::UTF8 *>(Text.end());
  while (At != End) {
    llvm::UTF32 Point;
    if (llvm::convertUTF8Sequence(&At, End, &Point, llvm::strictConversion) !=
        llvm::conversionOK) {
      ++At;
      Point = 0xFFFD;
    }
    if (Point >= 0x10000) {
      Point -= 0x10000;
      Units.push_back(0xD800 + (Point >> 10));
      Point = 0xDC00 + (Point & 0x3FF);
    }
    Units.push_back(Point);
  }
  return Units;
}

namespace {

/// The code units that count, and where among them each line starts.
struct Normalised {
  std::vector<uint16_t> Units;
  std::vector<size_t> LineStarts;
};

} // namespace

static Normalised normalise(llvm::StringRef Text) {
  std::vector<uint16_t> All = codeUnits(Text);
  All.push_back(EndMark);
  Normalised Result;
  bool AtLineStart = true;
  bool AfterReturn = false;
  for (uint16_t Unit : All) {
    bool SecondHalf = AfterReturn && Unit == '\n';
    AfterReturn = Unit == '\r';
    if (Unit == ' ' || Unit == '\t' || SecondHalf)
      continue;
    if (AtLineStart)
      Result.LineStarts.push_back(Result.Units.size());
    AtLineStart = Unit == '\n' || Unit == '\r';
    Result.Units.push_back(AtLineStart ? '\n' : Unit);
  }
  Result.Units.resize(Result.Units.size() + Window, 0);
  return Result;
}

std::vector<std::string> lineHashes(llvm::StringRef Text) {
  Normalised N = normalise(Text);
  std::vector<uint64_t> Prefix{0};
  for (uint16_t Unit : N.Units)
    Prefix.push_back(Prefix.back() * Base + Unit);
  uint64_t Leading = 1;
  for (unsigned I = 0; I != Window; ++I)
    Leading *= Base;

  std::vector<std::string> Hashes;
  llvm::StringMap<unsigned> Seen;
  for (size_t Start : N.LineStarts) {
    std::string Hash = llvm::utohexstr(
        Prefix[Start + Window] - Prefix[Start] * Leading, /*LowerCase=*/true);
    Hashes.push_back(Hash + ":" + llvm::utostr(++Seen[Hash]));
  }
  return Hashes;
}

void addLineHashes(Report &R, SourceReader Read) {
  std::map<std::string, std::vector<std::string>> OfFile;
  for (ResolvedFinding &F : R.Findings) {
    if (!F.At.Line || !F.LineHash.empty())
      continue;
    auto [It, New] = OfFile.try_emplace(F.At.File);
    if (New)
      if (std::optional<std::string> Text = Read(F.At.File))
        It->second = lineHashes(*Text);
    if (F.At.Line <= It->second.size())
      F.LineHash = It->second[F.At.Line - 1];
  }
}

} // namespace oxide
