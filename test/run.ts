import { glob } from './files.js';

// Every test file in one process: starting a process per file costs more than all the tests.
const files = glob('dist/test', '.test.js');
if (files.length === 0) throw new Error('no test file found under dist/test');
for (const file of files) await import(file);
