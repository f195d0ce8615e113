import { stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { JsonPlace } from './json-place.js';
import { readJsonText } from './json-text.js';

export const MODEL_META = 'model_meta.json';

/** Whose result a file is. */
export interface MtebModel {
  /** `organisation/model`. */
  name: string;
  /** Of the model, not of the data. */
  revision: string | undefined;
  /** Name of the folder below `experiments/`: the same model, run in another way. */
  experiment: string | undefined;
}

/**
 * Tells whose results a folder holds. MTEB's layout is `MODEL/REVISION/TASK.json` beside a `model_meta.json`, and
 * `MODEL/REVISION/experiments/NAME/TASK.json`; MODEL is the model's name with `__` for `/`. Where there is no
 * `model_meta.json`, the names of the folders tell.
 */
export class ModelFolders {
  private readonly models = new Map<string, Promise<MtebModel>>();

  /** @throws UserError when the model_meta.json beside the file cannot be used */
  modelOf(file: string): Promise<MtebModel> {
    const folder = dirname(resolve(file));
    let model = this.models.get(folder);
    if (model === undefined) this.models.set(folder, (model = modelIn(folder)));
    return model;
  }
}

async function modelIn(folder: string): Promise<MtebModel> {
  const above = dirname(folder);
  const experiment = basename(above) === 'experiments' ? basename(folder) : undefined;
  const home = experiment === undefined ? folder : dirname(above);
  const told = (await toldIn(folder)) ?? (experiment === undefined ? undefined : await toldIn(home));
  const named = namedBy(home);
  return { name: told?.name ?? named.name, revision: told?.revision ?? named.revision, experiment };
}

async function toldIn(
  folder: string,
): Promise<{ name: string | undefined; revision: string | undefined } | undefined> {
  const file = join(folder, MODEL_META);
  if ((await stat(file).catch(() => undefined)) === undefined) return undefined;
  const meta = new JsonPlace(await readJsonText(file), file);
  const named = (place: JsonPlace) => (place.present ? place.name() : undefined);
  return { name: named(meta.get('name')), revision: named(meta.get('revision')) };
}

function namedBy(folder: string): { name: string; revision: string | undefined } {
  const [above, own] = [basename(dirname(folder)), basename(folder)];
  if (above.includes('__')) return { name: above.replace('__', '/'), revision: own };
  return { name: own.replace('__', '/'), revision: undefined };
}
