// SPDX-License-Identifier: Apache-2.0
//
// Chromium over a pipe, as much of it as the tests of the page need.

"use strict";
const { spawn } = require("child_process");
const fs = require("fs");
const os = require("os");
const path = require("path");

class Browser {
  constructor(program) {
    this.profile = fs.mkdtempSync(path.join(os.tmpdir(), "oxide-page-"));
    this.process = spawn(program, [
      "--headless=new", "--no-sandbox", "--disable-gpu",
      "--disable-dev-shm-usage", "--no-first-run", "--hide-scrollbars",
      "--remote-debugging-pipe", "--user-data-dir=" + this.profile,
      "about:blank",
    ], { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
    this.next = 1;
    this.waiting = new Map();
    this.listeners = [];
    let rest = Buffer.alloc(0);
    this.process.stdio[4].on("data", data => {
      rest = Buffer.concat([rest, data]);
      for (let end; (end = rest.indexOf(0)) >= 0; rest = rest.subarray(end + 1))
        this.receive(JSON.parse(rest.subarray(0, end).toString()));
    });
    // Closed before it was done: whoever waits must not wait for ever.
    this.process.on("exit", () => {
      for (const { reject } of this.waiting.values())
        reject(new Error("the browser is gone"));
    });
  }

  receive(message) {
    if (!message.id) {
      this.listeners.forEach(listen => listen(message));
      return;
    }
    const { resolve, reject } = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if (message.error) reject(new Error(message.error.message));
    else resolve(message.result);
  }

  send(method, params = {}, sessionId = undefined) {
    const id = this.next++;
    this.process.stdio[3].write(
      JSON.stringify({ id, method, params, sessionId }) + "\0");
    return new Promise((resolve, reject) =>
      this.waiting.set(id, { resolve, reject }));
  }

  async open(url, { width = 1280, height = 900, dark = false,
                    script = true } = {}) {
    const { targetId } = await this.send("Target.createTarget",
                                         { url: "about:blank" });
    const { sessionId } = await this.send("Target.attachToTarget",
                                          { targetId, flatten: true });
    const page = new Page(this, sessionId);
    await page.load(url, width, height, dark, script);
    return page;
  }

  async close() {
    const gone = new Promise(resolve => this.process.on("exit", resolve));
    this.send("Browser.close").catch(() => {});
    await gone;
    fs.rmSync(this.profile, { recursive: true, force: true });
  }
}

class Page {
  constructor(browser, session) {
    this.browser = browser;
    this.session = session;
    this.requests = []; // URLs
    this.problems = []; // errors of the script, messages of the console
  }

  send(method, params) {
    return this.browser.send(method, params, this.session);
  }

  async load(url, width, height, dark, script) {
    let loaded;
    const done = new Promise(resolve => { loaded = resolve; });
    this.browser.listeners.push(({ method, params, sessionId }) => {
      if (sessionId !== this.session) return;
      if (method === "Network.requestWillBeSent")
        this.requests.push(params.request.url);
      if (method === "Runtime.exceptionThrown")
        this.problems.push(params.exceptionDetails.exception.description);
      if (method === "Log.entryAdded") this.problems.push(params.entry.text);
      if (method === "Page.loadEventFired") loaded();
    });
    for (const domain of ["Network", "Runtime", "Log", "Page"])
      await this.send(domain + ".enable");
    await this.send("Emulation.setDeviceMetricsOverride",
                    { width, height, deviceScaleFactor: 1,
                      mobile: width < 500 });
    await this.send("Emulation.setEmulatedMedia", {
      features: [{ name: "prefers-color-scheme",
                   value: dark ? "dark" : "light" }],
    });
    if (!script)
      await this.send("Emulation.setScriptExecutionDisabled", { value: true });
    await this.send("Page.navigate", { url });
    await done;
  }

  async value(expression) {
    const { result, exceptionDetails } =
      await this.send("Runtime.evaluate", { expression, returnByValue: true });
    if (exceptionDetails)
      throw new Error(exceptionDetails.exception.description);
    return result.value;
  }

  /// The page as PNG: the part that starts at `top`, or all of it.
  async picture(file, height = undefined, top = 0) {
    const { cssContentSize: size } = await this.send("Page.getLayoutMetrics");
    const { data } = await this.send("Page.captureScreenshot", {
      captureBeyondViewport: true,
      clip: { x: 0, y: top, width: size.width, scale: 1,
              height: Math.min(height || size.height, size.height - top) },
    });
    fs.writeFileSync(file, Buffer.from(data, "base64"));
  }
}

module.exports = { Browser };
