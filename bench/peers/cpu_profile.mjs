// Reads a .cpuprofile and builds the model of DevTools' Performance panel of it, with self and total of
// every node: `node cpu_profile.mjs FOLDER FILE`, where FOLDER holds the installed package.
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import zlib from 'node:zlib';

const [folder, file] = process.argv.slice(2);
const model = path.join(
  folder,
  'node_modules/@paulirish/trace_engine/models/cpu_profile/CPUProfileDataModel.js',
);
const { CPUProfileDataModel } = await import(pathToFileURL(model).href);
const bytes = fs.readFileSync(file);
const text = bytes[0] === 0x1f && bytes[1] === 0x8b ? zlib.gunzipSync(bytes).toString() : bytes.toString();
const profile = new CPUProfileDataModel(JSON.parse(text));
let frames = 0;
profile.forEachFrame(() => { frames += 1; }, () => {});
console.log(`frames ${frames}, total ${profile.profileHead?.total}`);
