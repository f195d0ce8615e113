import { fileURLToPath } from 'node:url';

/** Where package.json and the benchmarks that ship lie: three folders above the compiled file. */
export const PACKAGE_ROOT = fileURLToPath(new URL('../../..', import.meta.url));
