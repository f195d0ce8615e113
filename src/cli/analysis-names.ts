import { ANALYSES } from '../analyses/registry.js';

/** What every evaluation runs that is kept, shown as a page or printed as JSON. */
export const ANALYSIS_NAMES: readonly string[] = ANALYSES.map(({ name }) => name);
