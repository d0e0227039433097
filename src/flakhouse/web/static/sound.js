// Sounds of a scene, made here, nothing is fetched. Off unless the player turned them on; a sound never carries a fact alone.
"use strict";
(() => {
  const PEAK = 0.25;
  let air = null, out = null, motors = null, muted = false;
  const on = () => document.documentElement.dataset.sound === "on" && !muted && !document.hidden;
  function open() {
    if (!air) {
      air = new AudioContext();
      out = air.createGain();
      out.gain.value = PEAK;
      out.connect(air.destination);
    }
    if (air.state === "suspended") air.resume();
    return air;
  }
  function tone(type, from, to, start, length, gain) {
    const voice = air.createOscillator(), level = air.createGain(), at = air.currentTime + start;
    voice.type = type;
    voice.frequency.setValueAtTime(from, at);
    voice.frequency.exponentialRampToValueAtTime(to, at + length);
    level.gain.setValueAtTime(gain, at);
    level.gain.exponentialRampToValueAtTime(0.0001, at + length);
    voice.connect(level).connect(out);
    voice.start(at);
    voice.stop(at + length);
  }
  function noise(kind, hertz, start, length, gain) {
    const data = air.createBuffer(1, Math.ceil(air.sampleRate * length), air.sampleRate), wave = data.getChannelData(0);
    for (let i = 0; i < wave.length; i++) wave[i] = Math.random() * 2 - 1;
    const voice = air.createBufferSource(), filter = air.createBiquadFilter(), level = air.createGain();
    voice.buffer = data;
    filter.type = kind;
    filter.frequency.value = hertz;
    level.gain.value = gain;
    voice.connect(filter).connect(level).connect(out);
    voice.start(air.currentTime + start);
  }
  function drone() {
    if (motors) return;
    const filter = air.createBiquadFilter(), level = air.createGain();
    filter.type = "lowpass";
    filter.frequency.value = 220;
    level.gain.value = 0.16;  // of the peak: 0.04
    motors = { level, voices: [82, 83.5].map((hertz) => { const v = air.createOscillator(); v.type = "sawtooth"; v.frequency.value = hertz; v.connect(filter); v.start(); return v; }) };
    filter.connect(level).connect(out);
  }
  function still(seconds) {
    if (!motors) return;
    const old = motors;
    motors = null;
    old.level.gain.linearRampToValueAtTime(0, air.currentTime + seconds);
    setTimeout(() => old.voices.forEach((v) => v.stop()), 1000 * seconds + 50);
  }
  const MAKE = {
    ours: () => { for (let i = 0; i < 6; i++) noise("bandpass", 900, 0.42 + 0.062 * i, 0.028, 0.4); },
    theirs: () => { for (let i = 0; i < 5; i++) noise("bandpass", 520, 1.06 + 0.062 * i, 0.036, 0.4); },
    impact: () => { noise("lowpass", 300, 1.56, 0.09, 0.7); tone("sine", 110, 60, 1.56, 0.14, 0.7); },
    flak: () => { for (let i = 0; i < 3; i++) { tone("sine", 70, 38, 0.2 + 0.35 * i, 0.26, 0.8); noise("lowpass", 180, 0.2 + 0.35 * i, 0.2, 0.5); } },
    bell: () => { tone("sine", 660, 659, 0, 0.9, 0.3); tone("sine", 1320, 1319, 0, 0.9, 0.16); },
    lighter: () => { if (motors) for (const v of motors.voices) v.frequency.linearRampToValueAtTime(v.frequency.value * 1.03, air.currentTime + 0.8); },
  };
  // What is heard is what the page shows, so nothing is heard before its throw.
  function scene() {
    if (!on()) { if (air) still(0.08); return; }
    open();
    const main = document.getElementById("main");
    if (!main) return;
    const has = (what) => main.querySelector(what);
    if (has(".grv") && !has(".grv.good") && !has(".grv.fire")) { still(1.5); return; }  // a death, a loss: silence
    drone();
    if (has(".moment .tr.out")) MAKE.ours();
    if (has(".moment .tr.in")) MAKE.theirs();
    if (has(".moment .impact.on-us")) MAKE.impact();
    if (main.dataset.kind === "flak") MAKE.flak();
    if (main.dataset.kind === "bombs-away") MAKE.lighter();
    if (has("#h-de") || has(".grv.good")) MAKE.bell();
  }
  document.addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() !== "m" || event.ctrlKey || event.metaKey || /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) return;
    muted = !muted;
    if (muted && air) still(0.08); else scene();
  });
  document.addEventListener("visibilitychange", () => { if (air) { if (document.hidden) air.suspend(); else air.resume(); } });
  addEventListener("shown", scene);  // a page was put in place; the first sound comes after the first press
})();
