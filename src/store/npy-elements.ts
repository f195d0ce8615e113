import { UserError } from '../core/errors.js';
import { readError } from './lines.js';
import type { NpyHeader } from './npy-header.js';

/** float16 by its bits; filled on first use. */
let halves: Float32Array | undefined;

function halfTable(): Float32Array {
  if (halves !== undefined) return halves;
  halves = new Float32Array(1 << 16);
  for (let bits = 0; bits < halves.length; bits++) {
    const exponent = (bits >> 10) & 31;
    const fraction = bits & 1023;
    const size =
      exponent === 31
        ? fraction === 0
          ? Number.POSITIVE_INFINITY
          : Number.NaN
        : exponent === 0
          ? fraction * 2 ** -24
          : (1 + fraction / 1024) * 2 ** (exponent - 15);
    halves[bits] = bits & 0x8000 ? -size : size;
  }
  return halves;
}

/** How to read one number; undefined when the elements are not float16, float32 or float64. */
export function floatGetter({
  kind,
  itemBytes,
  little,
}: NpyHeader): ((v: DataView, at: number) => number) | undefined {
  if (kind !== 'f') return undefined;
  if (itemBytes === 8) return (view, at) => view.getFloat64(at, little);
  if (itemBytes === 4) return (view, at) => view.getFloat32(at, little);
  if (itemBytes !== 2) return undefined;
  const table = halfTable();
  return (view, at) => table[view.getUint16(at, little)]!;
}

function textGetter(header: NpyHeader, name: string): ((view: DataView, at: number) => string) | undefined {
  const { kind, itemBytes, little } = header;
  if (kind === 'i' && itemBytes === 8) return (view, at) => String(view.getBigInt64(at, little));
  if (kind === 'i' && itemBytes === 4) return (view, at) => String(view.getInt32(at, little));
  if (kind === 'S') {
    const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    return (view, at) => utf8.decode(new Uint8Array(view.buffer, view.byteOffset + at, itemBytes));
  }
  if (kind !== 'U') return undefined;
  return (view, at) => {
    let text = '';
    for (let k = at; k < at + itemBytes; k += 4) {
      const code = view.getUint32(k, little);
      if (code > 0x10ffff) throw readError(name, `it holds ${code}, which is no Unicode character`);
      text += String.fromCodePoint(code);
    }
    return text;
  };
}

/**
 * How to read one id, without the NULs that pad it; undefined when the elements are neither strings nor whole
 * numbers. `item` is the element's number, for messages.
 */
export function idGetter(
  header: NpyHeader,
  name: string,
): ((view: DataView, at: number, item: number) => string) | undefined {
  const get = textGetter(header, name);
  if (get === undefined) return undefined;
  return (view, at, item) => {
    try {
      const text = get(view, at);
      let end = text.length;
      while (end > 0 && text.charCodeAt(end - 1) === 0) end--;
      return text.slice(0, end);
    } catch (error) {
      if (error instanceof UserError) throw error;
      throw readError(name, `element ${item} is not UTF-8 text`);
    }
  };
}
