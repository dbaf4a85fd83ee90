// Reads a heap snapshot as DevTools does (`heap-snapshot-toolkit`), with retained sizes and groups by
// constructor: heap_snapshot_toolkit.mjs FOLDER_WITH_NODE_MODULES FILE
import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const [folder, file] = process.argv.slice(2);
const require = createRequire(`${folder}/node_modules/`);
const { parse } = await import(pathToFileURL(require.resolve('heap-snapshot-toolkit')));
const snapshot = await parse(createReadStream(file, 'utf-8'));
const groups = snapshot.aggregatesWithFilter({});
console.log(`${snapshot.nodeCount} objects, ${Object.keys(groups).length} groups`);
