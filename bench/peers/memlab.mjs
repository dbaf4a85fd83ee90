// Reads a heap snapshot with memlab (`@memlab/heap-analysis`), which computes retained sizes:
// memlab.mjs FOLDER_WITH_NODE_MODULES FILE
import { createRequire } from 'node:module';

const [folder, file] = process.argv.slice(2);
const require = createRequire(`${folder}/node_modules/`);
const { getFullHeapFromFile } = require('@memlab/heap-analysis');
const heap = await getFullHeapFromFile(file);
console.log(`${heap.nodes.length} objects, the root retains ${heap.nodes.get(0).retainedSize} bytes`);
process.exit(0);
