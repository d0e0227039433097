// What only the browser knows of the storage of this device.
"use strict";
(async () => {
  const byId = (id) => document.getElementById(id), told = (text) => { byId("told").textContent = text; };
  const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
  async function show() {
    const { usage, quota } = await navigator.storage.estimate();
    const kept = await navigator.storage.persisted();
    byId("used").textContent = megabytes(usage);
    byId("granted").textContent = megabytes(quota);
    byId("kept").textContent = kept ? "for good" : "as long as there is room";
    byId("keep").hidden = kept;
  }
  byId("keep").addEventListener("click", async () => {
    told((await navigator.storage.persist()) ? "The browser has promised to keep everything." : "The browser does not promise it now. Installing the page, or coming back often, helps.");
    await show();
  });
  byId("look").addEventListener("click", async () => {
    const registration = await navigator.serviceWorker.ready;
    try {
      await registration.update();
      told(registration.installing || registration.waiting ? "A new version is being fetched; you are asked before it is used." : "This is the newest version.");
    } catch { told("No network, or the web space does not answer."); }
  });
  await show();
})();
