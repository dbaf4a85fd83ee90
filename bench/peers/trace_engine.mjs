// Reads a trace and runs the engine of DevTools' Performance panel over it, as its package's own
// example does: `node trace_engine.mjs FOLDER FILE`, where FOLDER holds the installed package.
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import zlib from 'node:zlib';

const [folder, file] = process.argv.slice(2);
const engine = path.join(folder, 'node_modules/@paulirish/trace_engine/models/trace/trace.js');

globalThis.DOMRect = class DOMRect {
  constructor(x = 0, y = 0, width = 0, height = 0) {
    Object.assign(this, { x, y, width, height });
    Object.assign(this, { top: y, left: x, right: x + width, bottom: y + height });
  }
};

const { TraceModel } = await import(pathToFileURL(engine).href);
const bytes = fs.readFileSync(file);
const text = bytes[0] === 0x1f && bytes[1] === 0x8b ? zlib.gunzipSync(bytes).toString() : bytes.toString();
const json = JSON.parse(text);
const model = TraceModel.Model.createWithAllHandlers();
await model.parse(json.traceEvents ?? json);
const parsed = model.parsedTrace();
if (!parsed) {
  throw new Error('the engine gave no data');
}
console.log(`frames ${parsed.data.Frames.frames.length}`);
