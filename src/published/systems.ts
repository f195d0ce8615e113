/** Where a system's scores come from. */
export interface Origin {
  /** 'here': an evaluation folder of Assay; 'assay': a file in MTEB's layout that Assay wrote. */
  by: 'here' | 'assay' | 'mteb' | 'execretrieval';
  /** Of what made the scores: Assay, or mteb. Files of one system may be of several. */
  versions: Set<string>;
  /** Profiles of Assay that average in another way than MTEB. */
  profiles: Set<string>;
}

/** What a score was computed on. */
export interface Data {
  /** Equal where the data are known to be the same. */
  key: string;
  label: string;
}

/** What a system scored on one task. */
export interface TaskValue {
  /** As the file spells it. */
  task: string;
  type: string | undefined;
  /** Split and subset → score; undefined where the file has none. */
  parts: Map<string, number | undefined>;
  /** Keys of the metrics that the score may be, as far as can be told; undefined: cannot be told. */
  metrics: ReadonlySet<string> | undefined;
  data: Data;
  /** For messages. */
  file: string;
  /** What a reader should know of this value, a sentence each. */
  remarks: string[];
  /** In what the task differs from MTEB's of that name. */
  differs: readonly string[];
}

/** One row: a system with its scores from one origin. */
export interface System {
  name: string;
  /** Of the model, where it is published; several are several systems. */
  revision: string | undefined;
  /** Name of an experiment of MTEB: the same model run in another way. */
  experiment: string | undefined;
  /** Ids of the pipelines, where Assay computed the scores. */
  pipelines: Set<string>;
  baseline: boolean;
  origin: Origin;
  /** By `taskKey`. */
  values: Map<string, TaskValue>;
}

/** Whether two rows are, by their names, one system: `Qwen3-Embedding-8B` is `Qwen/Qwen3-Embedding-8B`. */
export function sameSystem(a: System, b: System): boolean {
  const [x, y] = [a.name.toLowerCase(), b.name.toLowerCase()];
  if (x.includes('/') && y.includes('/')) return x === y;
  return modelOf(x) === modelOf(y);
}

function modelOf(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}
