"use strict";

// The slowness of this example is made on purpose: every tenth frame computes for 40 ms, which is less
// than a long task and more than two frames at 60 Hz.
const SLOW_EVERY = 10;
const SLOW_MS = 40;

const WAVES = 7;
const STEP = 4;

const canvas = document.querySelector("#tide");
const play = document.querySelector("#play");
const status = document.querySelector("#status");
const context = canvas.getContext("2d");
const wanted = Number(new URLSearchParams(location.search).get("frames"));
const frames = wanted > 0 ? Math.min(wanted, 10000) : 600;

function fit() {
  const scale = devicePixelRatio;
  canvas.width = Math.round(canvas.clientWidth * scale);
  canvas.height = Math.round(canvas.clientHeight * scale);
}

function draw(frame) {
  const { width, height } = canvas;
  const colour = getComputedStyle(document.documentElement).getPropertyValue("--accent");
  context.clearRect(0, 0, width, height);
  context.fillStyle = colour;
  for (let wave = 0; wave < WAVES; wave += 1) {
    const base = height * (0.3 + 0.1 * wave);
    const length = width / (1.4 + 0.35 * wave);
    const shift = frame * (1.2 + 0.5 * wave);
    context.globalAlpha = 0.14;
    context.beginPath();
    context.moveTo(0, height);
    for (let x = 0; x < width + STEP; x += STEP) {
      const swell = Math.sin(((x - shift) / length) * 2 * Math.PI) + 0.4 * Math.sin((x + 2 * shift) / 90);
      context.lineTo(x, base + swell * height * 0.045);
    }
    context.lineTo(width + STEP, height);
    context.fill();
  }
  context.globalAlpha = 1;
}

function busyFor(milliseconds) {
  const end = performance.now() + milliseconds;
  while (performance.now() < end) {
    // On purpose: see SLOW_MS.
  }
}

function start() {
  play.disabled = true;
  status.textContent = `playing ${frames} frames`;
  let frame = 0;
  const step = () => {
    frame += 1;
    draw(frame);
    if (frame % SLOW_EVERY === 0) busyFor(SLOW_MS);
    if (frame < frames) {
      requestAnimationFrame(step);
      return;
    }
    play.disabled = false;
    status.textContent = `${frames} frames played`;
    canvas.dataset.played = "true";
  };
  requestAnimationFrame(step);
}

addEventListener("resize", () => {
  fit();
  draw(0);
});
fit();
draw(0);
status.textContent = `${frames} frames, every ${SLOW_EVERY}th is slow on purpose`;
play.addEventListener("click", start);
canvas.dataset.ready = "true";
