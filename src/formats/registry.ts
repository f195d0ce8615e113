import { assay } from './assay.js';
import { beir } from './beir.js';
import { coquir } from './coquir.js';
import { coreb } from './coreb.js';
import { corebReranker } from './coreb-reranker.js';
import { cosqa } from './cosqa.js';
import { execretrieval } from './execretrieval.js';
import type { Format } from './format.js';
import { humaneval } from './humaneval.js';
import { humanevalX } from './humaneval-x.js';
import { safecoder } from './safecoder.js';
import { trec } from './trec.js';

export const FORMATS: readonly Format[] = [
  assay,
  beir,
  trec,
  coreb,
  corebReranker,
  coquir,
  execretrieval,
  humaneval,
  humanevalX,
  safecoder,
  cosqa,
];

type Reader = Format & Required<Pick<Format, 'read'>>;
type Writer = Format & Required<Pick<Format, 'write'>>;

export const READERS = FORMATS.filter((format): format is Reader => format.read !== undefined);
export const WRITERS = FORMATS.filter((format): format is Writer => format.write !== undefined);
