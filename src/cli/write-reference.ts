import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeFileAtomic } from '../store/atomic.js';
import { referencePages } from './reference.js';

const folder = fileURLToPath(new URL('../../../docs/reference', import.meta.url));
for (const [name, content] of Object.entries(await referencePages()))
  await writeFileAtomic(join(folder, name), content);
