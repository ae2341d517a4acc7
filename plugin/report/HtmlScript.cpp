// SPDX-License-Identifier: Apache-2.0
//
// The script of the page: sorts and filters what is there already.

#include "report/HtmlParts.h"

namespace oxide {

llvm::StringRef htmlScript() {
  return R"js(
"use strict";
(function () {
  var root = document.documentElement;
  root.classList.add("js");

  function each(list, visit) { Array.prototype.forEach.call(list, visit); }
  function plural(n, what) { return n + " " + what + (n === 1 ? "" : "s"); }

  // Reads the words of an element once; layout is not asked for.
  var words = new WeakMap();
  function text(element) {
    if (!words.has(element))
      words.set(element, element.textContent.toLowerCase());
    return words.get(element);
  }
  function hasAll(element, query) {
    return query.every(function (word) {
      return text(element).indexOf(word) >= 0;
    });
  }
  function query(form) {
    return form.elements.text.value.toLowerCase().split(/\s+/)
      .filter(Boolean);
  }
  function checked(form, name) {
    var box = form.elements[name];
    return Boolean(box && box.checked);
  }

  function findings(form) {
    var section = form.closest("section");
    var list = section.querySelector(".list");
    var all = Array.from(list.children);
    var empty = section.querySelector(".empty");
    var rank = { error: 0, warning: 1, note: 2 };
    var place = new Map(all.map(function (a, i) { return [a, i]; }));

    function order(a, b) {
      var by = form.elements.sort.value;
      var d = 0;
      if (by === "level") d = rank[a.dataset.level] - rank[b.dataset.level];
      if (by === "checker" && a.dataset.checker !== b.dataset.checker)
        d = a.dataset.checker < b.dataset.checker ? -1 : 1;
      return d || place.get(a) - place.get(b);
    }
    function filter() {
      var wanted = query(form);
      var checker = form.elements.checker.value;
      var levels = {};
      each(form.querySelectorAll("[name=level]"), function (box) {
        levels[box.value] = box.checked;
      });
      var shown = 0;
      all.forEach(function (a) {
        var fits = levels[a.dataset.level] &&
          (!checker || a.dataset.checker === checker) &&
          (!checked(form, "witness") || "witness" in a.dataset) &&
          (!checked(form, "new") || !("known" in a.dataset)) &&
          hasAll(a, wanted);
        a.hidden = !fits;
        shown += fits;
      });
      empty.hidden = shown > 0;
      form.querySelector("output").textContent =
        shown === all.length ? "" : shown + " of " +
        plural(all.length, "finding");
      label();
    }
    function sort() {
      all.slice().sort(order).forEach(function (a) { list.append(a); });
    }
    // Opens what is shown, or closes it when all of it is open.
    function someClosed() {
      return all.some(function (a) {
        return !a.hidden && !a.firstElementChild.open;
      });
    }
    function label() {
      form.elements.toggle.textContent =
        someClosed() ? "Open all" : "Close all";
    }
    form.elements.toggle.addEventListener("click", function () {
      var open = someClosed();
      all.forEach(function (a) {
        if (!a.hidden) a.firstElementChild.open = open;
      });
    });
    list.addEventListener("toggle", label, true);
    form.addEventListener("input", function (event) {
      if (event.target.name === "sort") sort();
      else filter();
    });
    // A browser keeps what was chosen when the page is loaded again.
    if (form.elements.sort.value !== "place") sort();
    filter();
  }

  function kernels(form) {
    var section = form.closest("section");
    var body = section.querySelector("tbody");
    var rows = Array.from(body.rows);
    var heads = section.querySelectorAll("thead th");
    var place = new Map(rows.map(function (r, i) { return [r, i]; }));

    function filter() {
      var wanted = query(form);
      var tier = form.elements.tier.value, state = form.elements.state.value;
      var shown = 0;
      rows.forEach(function (row) {
        var fits = (!tier || row.dataset.tier === tier) &&
          (!state || row.dataset.state === state) && hasAll(row, wanted);
        row.hidden = !fits;
        shown += fits;
      });
      form.querySelector("output").textContent =
        shown === rows.length ? "" : shown + " of " +
        plural(rows.length, "kernel");
    }
    each(heads, function (head, column) {
      head.firstElementChild.addEventListener("click", function () {
        var down = head.getAttribute("aria-sort") === "ascending";
        each(heads, function (h) { h.removeAttribute("aria-sort"); });
        head.setAttribute("aria-sort", down ? "descending" : "ascending");
        var sorted = rows.slice().sort(function (a, b) {
          var x = a.cells[column].dataset.rank;
          var y = b.cells[column].dataset.rank;
          var d = column ? x - y : x < y ? -1 : x > y ? 1 : 0;
          return (down ? -d : d) || place.get(a) - place.get(b);
        });
        sorted.forEach(function (row) { body.append(row); });
      });
    });
    form.addEventListener("input", filter);
    filter();
  }

  function openTarget() {
    var target = location.hash && document.getElementById(
      decodeURIComponent(location.hash.slice(1)));
    if (!target || target.tagName !== "ARTICLE") return;
    target.hidden = false;
    target.firstElementChild.open = true;
    target.scrollIntoView();
  }

  each(document.querySelectorAll("form.controls"), function (form) {
    form.addEventListener("submit", function (event) {
      event.preventDefault();
    });
    if (form.dataset.for === "findings") findings(form);
    else kernels(form);
  });
  window.addEventListener("hashchange", openTarget);
  openTarget();
})();
)js";
}

} // namespace oxide
