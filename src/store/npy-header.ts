import type { UserError } from '../core/errors.js';
import { readError } from './lines.js';

/** What the header of a NumPy array tells. */
export interface NpyHeader {
  /** NumPy's name of the element type, such as `<f4`. */
  descr: string;
  /** 'f' float, 'i' and 'u' whole numbers, 'U' Unicode, 'S' bytes … */
  kind: string;
  itemBytes: number;
  little: boolean;
  /** Column by column instead of row by row. */
  fortran: boolean;
  shape: number[];
  /** Product of the shape. */
  items: number;
}

function refuse(name: string, descr: string): UserError {
  if (/'\|O/.test(descr))
    return readError(
      name,
      'it holds Python objects (a pickle), and reading those would run code from the file',
      undefined,
      'Save plain arrays: array.astype(str) for ids, array.astype("float32") for vectors.',
    );
  return readError(name, `its element type ${descr} is not a plain number or string`);
}

/** @param text the Python dict literal that stands at the start of the file */
export function parseNpyHeader(text: string, name: string): NpyHeader {
  const descr = /'descr'\s*:\s*('([^']*)'|\[[^\]]*\])/.exec(text);
  const order = /'fortran_order'\s*:\s*(True|False)/.exec(text);
  const dimensions = /'shape'\s*:\s*\(([\dL,\s]*)\)/.exec(text);
  if (descr === null || order === null || dimensions === null)
    throw readError(name, `its NumPy header is damaged (${JSON.stringify(text.trim().slice(0, 60))})`);
  const type = /^([<>|=])([a-zA-Z])(\d*)$/.exec(descr[2] ?? '');
  if (type === null || type[2] === 'O') throw refuse(name, descr[1]!);
  const shape = dimensions[1]!
    .split(',')
    .flatMap((part) => (part.trim() === '' ? [] : [Number.parseInt(part, 10)]));
  const items = shape.reduce((product, length) => product * length, 1);
  const kind = type[2]!;
  const itemBytes = Number(type[3]) * (kind === 'U' ? 4 : 1);
  if (itemBytes === 0) throw refuse(name, descr[1]!);
  if (!Number.isSafeInteger(items * Math.max(1, itemBytes)))
    throw readError(name, `its shape (${shape.join(', ')}) is not possible`);
  return {
    descr: descr[2]!,
    kind,
    itemBytes,
    little: type[1] !== '>',
    fortran: order[1] === 'True',
    shape,
    items,
  };
}

/** Magic, version 1.0 and the dict, padded so that the data begins at a multiple of 64 bytes. */
export function npyHeader(descr: string, shape: readonly number[]): Buffer {
  const tuple = shape.length === 1 ? `${shape[0]},` : shape.join(', ');
  const dict = `{'descr': '${descr}', 'fortran_order': False, 'shape': (${tuple}), }`;
  const length = Math.ceil((10 + dict.length + 1) / 64) * 64;
  const head = Buffer.alloc(length, ' ');
  head.write('\x93NUMPY\x01\x00', 'latin1');
  head.writeUInt16LE(length - 10, 8);
  head.write(dict, 10, 'latin1');
  head[length - 1] = 0x0a;
  return head;
}
