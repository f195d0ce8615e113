import { UserError } from '../core/errors.js';
import type { Retriever } from '../core/stage.js';
import { isBaseline, type Pipeline } from '../pipeline/resolve.js';
import type { RunFolder } from '../store/run-folder.js';

/** What can be evaluated: a pipeline that answers when asked, or the run that one has left behind. */
export type System = Pick<Pipeline, 'name' | 'id' | 'config' | 'baseline' | 'seed' | 'inputs'> &
  ({ retriever: Retriever } | { run: RunFolder });

/** The system that a stored run is of: its rankings are read, and nothing is searched. */
export function storedSystem(run: RunFolder): System {
  const { name, id, config, seed, inputs } = run.manifest.pipeline;
  return { name, id, config, seed, inputs, baseline: isBaseline(config), run };
}

/** The retriever of a system that is searched. @throws UserError for a stored run, which lacks what was asked */
export function retrieverOf(system: System): Retriever {
  if ('retriever' in system) return system.retriever;
  throw new UserError(
    `cannot read the run in ${system.run.dir}: it does not hold all queries of the benchmark`,
    'Finish the evaluation that it is of, with the same command.',
  );
}
