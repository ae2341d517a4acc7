// SPDX-License-Identifier: Apache-2.0
//
// The style sheet of the page. Colours come in pairs of ink and ground that
// can be read in both schemes; nothing is told by colour alone.

#include "report/HtmlParts.h"

namespace oxide {

llvm::StringRef htmlStyle() {
  return R"css(
:root {
  color-scheme: light dark;
  --page: #f5f6f8; --card: #ffffff; --ink: #171c26; --soft: #566072;
  --line: #dde1e8; --code: #f6f7f9; --focus: #2f6fde; --brand: #a8421a;
  --error: #b3261e; --error-bg: #fdeceb;
  --warning: #85500a; --warning-bg: #fff3d9;
  --note: #2556a8; --note-bg: #e9f0fc;
  --good: #1c6e42; --good-bg: #e3f4ea;
  --manual: #6b3fa0; --manual-bg: #f1eafb;
  --bar-good: #3f9f6b; --bar-open: #e0a83c; --bar-bad: #d2544b;
  --bar-manual: #8d68c4; --band: #f1f3f7; --shadow: 0 1px 2px #1018281a;
  --mono: ui-monospace, "SF Mono", SFMono-Regular, Menlo, Consolas,
    "DejaVu Sans Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0f1217; --card: #171b22; --ink: #e7eaf0; --soft: #9ba6b7;
    --line: #2a313d; --code: #11151b; --focus: #7fb0ff; --brand: #ff9d70;
    --error: #ff9a92; --error-bg: #3b1c1b;
    --warning: #f3c067; --warning-bg: #352910;
    --note: #93b9ff; --note-bg: #192a49;
    --good: #7fd6a3; --good-bg: #14301f;
    --manual: #c6a6f5; --manual-bg: #2a1e40;
    --bar-good: #3d9a68; --bar-open: #c08f2e; --bar-bad: #cf5a51;
    --bar-manual: #8a66bf; --band: #1d222b; --shadow: none;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; scroll-padding-top: 5rem; }
body {
  margin: 0; background: var(--page); color: var(--ink);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans",
    "DejaVu Sans", sans-serif;
}
code, pre, .mono { font-family: var(--mono); font-size: .88em; }
h1, h2, h3, p, ul, figure, fieldset { margin: 0; padding: 0; border: 0; }
ul { list-style: none; }
a { color: var(--note); }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
.defs { position: absolute; width: 0; height: 0; }
.wide, main { max-width: 1180px; margin: 0 auto; padding: 0 24px; }

.top { background: var(--card); border-bottom: 1px solid var(--line); }
.top .wide { padding-top: 22px; padding-bottom: 26px; }
.brand { color: var(--brand); font-weight: 700; }
.brand span { color: var(--soft); font-weight: 400; margin-left: .35em; }
h1 {
  font-size: 30px; line-height: 1.2; letter-spacing: -.02em;
  margin-top: 10px; overflow-wrap: anywhere;
}
.verdict { font-size: 18px; margin-top: 2px; }
.verdict.good { color: var(--good); }
.verdict.bad { color: var(--soft); }
.tiles { display: flex; flex-wrap: wrap; gap: 10px; margin-top: 20px; }
.tile {
  min-width: 118px; padding: 10px 16px 11px; border-radius: 10px;
  border: 1px solid var(--line); background: var(--card);
}
.tile b {
  display: block; font-size: 26px; line-height: 1.15; font-weight: 650;
  font-variant-numeric: tabular-nums;
}
.tile small { font-size: 15px; font-weight: 400; color: var(--soft); }
.tile span { color: var(--soft); }
.tile.error { background: var(--error-bg); border-color: transparent; }
.tile.warning { background: var(--warning-bg); border-color: transparent; }
.tile.note { background: var(--note-bg); border-color: transparent; }
.tile.error b, .tile.error span, .tile.error small { color: var(--error); }
.tile.warning b, .tile.warning span { color: var(--warning); }
.tile.note b, .tile.note span { color: var(--note); }

section { margin: 36px 0; }
h2 { font-size: 20px; letter-spacing: -.01em; margin-bottom: 12px; }
.count { color: var(--soft); font-weight: 400; margin-left: .2em; }
.failed {
  background: var(--error-bg); border-radius: 12px; padding: 18px 22px;
}
.failed h2 { color: var(--error); margin-bottom: 2px; }
.failed li { margin-top: 12px; overflow-wrap: anywhere; }
.failed .message { padding-left: 16px; }
.place { color: var(--soft); overflow-wrap: anywhere; }
.empty {
  padding: 28px; text-align: center; background: var(--card);
  border: 1px solid var(--line); border-radius: 12px; color: var(--soft);
}
.empty.good { color: var(--good); }
.fixed li {
  background: var(--card); border: 1px solid var(--line);
  padding: 9px 16px; margin-top: -1px; overflow-wrap: anywhere;
}
.fixed code { color: var(--soft); margin-left: .5em; }

.controls { display: none; }
.js .controls {
  display: flex; flex-wrap: wrap; gap: 8px; align-items: center;
  position: sticky; top: 0; z-index: 2; padding: 10px 0;
  background: var(--page);
}
.controls legend { position: absolute; clip-path: inset(50%); }
.controls fieldset { display: flex; gap: 6px; flex-wrap: wrap; }
.controls input[type=search], .controls select, .controls button,
.controls label span {
  font: inherit; font-size: 14px; color: var(--ink); background: var(--card);
  border: 1px solid var(--line); border-radius: 8px; padding: 5px 11px;
  min-height: 34px;
}
.controls input[type=search] { flex: 1 1 210px; min-width: 0; }
.controls select { max-width: 215px; text-overflow: ellipsis; }
.controls button, .controls label { cursor: pointer; }
.controls label { position: relative; }
.controls label input { position: absolute; opacity: 0; }
.controls label span { display: inline-block; color: var(--soft); }
.controls label b { font-weight: 600; font-variant-numeric: tabular-nums; }
.controls input:checked + span {
  background: var(--note-bg); border-color: transparent; color: var(--note);
}
.controls .error input:checked + span {
  background: var(--error-bg); color: var(--error);
}
.controls .warning input:checked + span {
  background: var(--warning-bg); color: var(--warning);
}
.controls input:focus-visible + span {
  outline: 2px solid var(--focus); outline-offset: 2px;
}
.controls label input:not(:checked) + span { text-decoration: line-through; }
.controls .plain input:not(:checked) + span { text-decoration: none; }
.controls output { color: var(--soft); font-size: 14px; }
.controls output:empty { display: none; }

article {
  background: var(--card); border: 1px solid var(--line); border-radius: 12px;
  margin-bottom: 12px; box-shadow: var(--shadow); overflow: hidden;
  content-visibility: auto; contain-intrinsic-block-size: auto 86px;
}
article:has(details[open]) { contain-intrinsic-block-size: auto 420px; }
article:target { border-color: var(--focus); }
[hidden] { display: none !important; }
summary { cursor: pointer; }
article summary {
  display: grid; grid-template-columns: 76px 1fr; padding: 14px 20px 13px;
  column-gap: 14px; list-style: none;
}
article summary::-webkit-details-marker { display: none; }
article summary:hover h3 { text-decoration: underline; }
article h3 { font-size: 16px; line-height: 1.4; font-weight: 600; }
article h3 code { font-weight: 600; }
article h3, .where, .remark, .note { overflow-wrap: anywhere; }
.sev {
  grid-row: span 2; align-self: start; text-align: center; font-size: 12px;
  font-weight: 650; border-radius: 6px; padding: 2px 0; margin-top: 1px;
}
.error .sev { color: var(--error); background: var(--error-bg); }
.warning .sev { color: var(--warning); background: var(--warning-bg); }
.note .sev { color: var(--note); background: var(--note-bg); }
.where {
  color: var(--soft); font-size: 14px; margin-top: 2px;
  display: flex; flex-wrap: wrap; gap: 2px 12px; align-items: baseline;
}
.where > code:first-child { color: var(--ink); }
.body {
  display: grid; grid-template-columns: minmax(0, 1fr); gap: 0 22px;
  padding: 0 20px; align-items: start;
}
.body:has(figure) { grid-template-columns: minmax(0, 1fr) minmax(0, 432px); }
.about {
  padding: 0 20px 14px; font-size: 13px; color: var(--soft);
  margin-top: 10px;
}
pre {
  margin: 0; background: var(--code); border: 1px solid var(--line);
  border-radius: 8px; padding: 9px 0; overflow-x: auto; line-height: 1.55;
  tab-size: 8;
}
pre code { display: block; width: max-content; min-width: 100%; font-size: 13px; }
pre + .file, .file + pre { margin-top: 8px; }
.file { font: 13px var(--mono); color: var(--soft); margin-top: 8px; }
.row { display: block; padding: 0 16px 0 0; white-space: pre; }
.row i {
  display: inline-block; width: 50px; padding-right: 14px; text-align: right;
  color: var(--soft); font-style: normal; user-select: none;
}
.row.main { background: var(--error-bg); }
.warning .row.main { background: var(--warning-bg); }
.note .row.main { background: var(--note-bg); }
.row.also { background: var(--band); }
mark {
  color: inherit; background: none; text-decoration: underline wavy 1.5px;
  text-decoration-color: var(--error); text-underline-offset: 3px;
}
.warning mark { text-decoration-color: var(--warning); }
.note mark, .row.also mark { text-decoration-color: var(--note); }
.remark {
  display: block; padding: 1px 16px 3px 64px; color: var(--soft);
  white-space: pre-wrap; max-width: 76ch; position: sticky; left: 0;
  font: 13px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans",
    "DejaVu Sans", sans-serif;
}
.remark::before { content: "\2191"; margin: 0 .5em 0 -1.2em; }
.gap { display: block; color: var(--soft); padding-left: 30px; }
.sources > .note { color: var(--soft); font-size: 14px; margin-top: 8px; }

.picture { display: block; width: 100%; max-width: 432px; height: auto; }
figcaption {
  font: 13px var(--mono); color: var(--soft); text-align: center;
  overflow-wrap: anywhere; margin-top: 4px;
}
.picture text { fill: var(--ink); font-size: 12px; }
.picture .who { font-weight: 650; font-size: 13px; }
.picture .small { fill: var(--soft); }
.picture .does { font-weight: 650; font-size: 13px; }
.picture .why {
  fill: var(--soft); font-style: italic; paint-order: stroke;
  stroke: var(--band); stroke-width: 6px;
}
.picture .mono { font-family: var(--mono); }
.picture .faint { fill: var(--soft); }
.phase { fill: var(--band); }
.lane { stroke: var(--soft); stroke-width: 1.5; fill: none; }
.label { fill: var(--card); stroke: var(--line); }
.limit { stroke: var(--soft); stroke-dasharray: 2 4; fill: none; }
.barrier { stroke: var(--ink); stroke-width: 3; fill: none; }
.barrier.open { stroke: var(--soft); stroke-dasharray: 5 5; }
.cross { stroke: var(--error); stroke-width: 3; fill: none; }
.access { stroke-width: 1.5; }
.access.write { fill: var(--error-bg); stroke: var(--error); }
.access.read { fill: var(--note-bg); stroke: var(--note); }
.access.plain { fill: var(--card); stroke: var(--soft); }
.arrow { fill: none; stroke-width: 2; }
.arrow.write { stroke: var(--error); }
.arrow.read { stroke: var(--note); }
.head.write { fill: var(--error); }
.head.read { fill: var(--note); }
.cell { fill: var(--card); stroke: var(--line); }
.cell.hit { stroke: var(--ink); stroke-width: 2; fill: var(--warning-bg); }
.cell.outside { stroke-dasharray: 3 3; fill: none; }
.edge { stroke: var(--error); stroke-width: 3; }

.bars {
  display: grid; grid-template-columns: repeat(auto-fit, minmax(210px, 1fr));
  gap: 14px 26px; margin-bottom: 14px;
}
.bar h3 { font-size: 14px; font-weight: 600; }
.track {
  display: flex; gap: 2px; height: 10px; margin: 6px 0; border-radius: 5px;
  overflow: hidden; background: var(--line);
}
.track .proven { background: var(--bar-good); }
.track .open { background: var(--bar-open); }
.track .refuted { background: var(--bar-bad); }
.track .manual { background: var(--bar-manual); }
.bar ul { display: flex; flex-wrap: wrap; gap: 0 14px; font-size: 13px; }
.bar li { color: var(--soft); }
.bar li::before {
  content: ""; display: inline-block; width: 8px; height: 8px;
  border-radius: 2px; margin-right: 6px; background: var(--bar-good);
}
.bar li.open::before { background: var(--bar-open); }
.bar li.refuted::before { background: var(--bar-bad); }
.bar li.manual::before { background: var(--bar-manual); }
table {
  width: 100%; border-collapse: separate; border-spacing: 0;
  background: var(--card); border: 1px solid var(--line); border-radius: 12px;
}
th, td {
  text-align: left; vertical-align: top; padding: 9px 14px;
  border-top: 1px solid var(--line); font-weight: 400;
}
thead th { border-top: 0; padding: 4px 6px; }
thead button {
  font: inherit; font-size: 13px; font-weight: 600; color: var(--soft);
  background: none; border: 0; padding: 4px 8px; border-radius: 6px;
}
.js thead button { cursor: pointer; }
thead [aria-sort] button { color: var(--ink); }
thead [aria-sort=ascending] button::after { content: " \2191"; }
thead [aria-sort=descending] button::after { content: " \2193"; }
tbody th { overflow-wrap: anywhere; }
.name { font-weight: 600; margin-right: 10px; }
th details { font-size: 13px; color: var(--soft); margin-top: 3px; }
th details li { padding: 2px 0 2px 14px; color: var(--ink); }
.chip {
  font-size: 13px; border-radius: 6px; padding: 1px 8px; white-space: nowrap;
  background: var(--band); color: var(--soft);
}
.chip.proven { color: var(--good); background: var(--good-bg); }
.chip.open { color: var(--warning); background: var(--warning-bg); }
.chip.refuted { color: var(--error); background: var(--error-bg); }
.chip.manual { color: var(--manual); background: var(--manual-bg); }
.chip.new { color: var(--note); background: var(--note-bg); }
footer { color: var(--soft); font-size: 13px; padding: 4px 0 40px; }

@media (max-width: 900px) {
  .body:has(figure) { grid-template-columns: minmax(0, 1fr); row-gap: 14px; }
  .picture { margin: 0 auto; }
}
@media (max-width: 640px) {
  .wide, main { padding: 0 16px; }
  h1 { font-size: 25px; }
  .tiles { display: grid; grid-template-columns: 1fr 1fr; }
  .tile { min-width: 0; }
  .js .controls { position: static; }
  .controls select { flex: 1 1 40%; max-width: none; min-width: 0; }
  section { margin: 26px 0; }
  article summary { grid-template-columns: 1fr; padding: 12px 14px; }
  .sev { grid-row: auto; justify-self: start; padding: 1px 9px; }
  article h3 { margin-top: 5px; }
  .body, .about { padding-left: 12px; padding-right: 12px; }
  .row i { width: 40px; padding-right: 10px; }
  .remark { padding-left: 54px; max-width: calc(100vw - 62px); }
  table, tbody, tr { display: block; }
  thead { display: none; }
  tbody th { display: block; padding-bottom: 2px; }
  tbody td { display: inline-block; border: 0; padding: 3px 0 8px 14px; }
  tbody td::before {
    content: attr(data-label); display: block; font-size: 12px;
    color: var(--soft);
  }
  tbody tr:first-child th { border-top: 0; }
}
@media print {
  .js .controls { display: none; }
  article { break-inside: avoid; content-visibility: visible; }
}
)css";
}

} // namespace oxide
