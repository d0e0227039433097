// Plays in the page of the static build, for scripts/static_measure.py: as a player does, by clicking.
"use strict";
self.player = (() => {
  const page = () => document.getElementById("desk").contentDocument;
  const find = (what) => page().querySelector(what);
  const OPTION = "#decision .opt.sel, #decision .free button, #decision [data-enter]", SCENE = "[data-scene] a.go-on", MOMENT = "#decision input[name=at]";
  const mark = () => find(SCENE) ? find(SCENE).getAttribute("href") : find(MOMENT) ? find(MOMENT).value : "over";
  const labelled = (text) => [...page().querySelectorAll("button")].find((one) => one.textContent.trim() === text);

  async function until(test, what) {
    const began = performance.now();
    while (!test()) {
      await new Promise((go) => setTimeout(go, 2));
      if (performance.now() - began > 120_000) throw new Error(`still waiting for ${what}`);
    }
  }
  // Clicks and waits until the next page is in place; the milliseconds that took.
  async function click(button) {
    const was = mark(), began = performance.now();
    button.click();
    await until(() => page() && page().body && !page().body.hasAttribute("aria-busy") && (find("#decision") || find("[data-scene]")) && mark() !== was, "the next page");
    return performance.now() - began;
  }

  async function begin(game, name, seed, scenario = "") {
    document.getElementById("desk").contentWindow.location.assign(`?new=${game}`);
    await until(() => page() && page().readyState === "complete" && find(`#new form [name=game][value="${game}"]`), "the form");
    const form = find("#new form"), set = (key, value) => { form.querySelector(`[name=${key}]`).value = value; };
    set("name", name);
    set("seed", seed);
    if (scenario) set("scenario", scenario);
    labelled("Begin").click();
    await until(() => page() && page().readyState === "complete" && (find("#decision") || find("[data-scene]")), "the game");
  }

  // The milliseconds of each answer until nothing is asked.
  async function answers() {
    const times = [];
    for (;;) {
      if (find(SCENE)) await click(find(SCENE));
      else if (find("#decision .ask")) times.push(await click(find(OPTION)));
      else return times;
    }
  }

  async function further() {
    const button = labelled("The next mission");
    if (button) await click(button);
    return Boolean(button);
  }
  return { begin, answers, further };
})();
