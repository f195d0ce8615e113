import { UserError } from '../core/errors.js';

/**
 * The two inner loops of a BM25 search as a WebAssembly module, put together here instruction by instruction so
 * that the build needs no further tool. JavaScript checks array types and bounds anew at every step of such
 * loops and cannot take a maximum without a branch: over 50,000 documents, adding the postings of a query takes
 * 1.5 times as long there, and finding the block maxima seven times.
 *
 * Memory from address 0: the scores, one double a document, in blocks of `BLOCK` of which the last is padded
 * with zeros; then whatever the caller puts behind them.
 */
export const BLOCK = 16;

export interface Bm25Kernel {
  /**
   * scores[place] += q · weight for the postings from address `posting` up to `end`; the weight of a posting
   * lies `distance` bytes behind its place.
   */
  accumulate(posting: number, end: number, distance: number, q: number): void;
  /** Writes the highest score of each block, for scores up to address `end`, as doubles from address `out` on. */
  maxima(end: number, out: number): void;
}

const PAGE = 2 ** 16;
const LARGEST_MEMORY = 2 ** 32;
const I32 = 0x7f;
const F64 = 0x7c;
const V128 = 0x7b;

/** Names of the instructions that are used, with their encodings. */
const op = {
  block: [0x02, 0x40],
  loop: [0x03, 0x40],
  end: [0x0b],
  /** To the start of the loop, and out of the block around it. */
  repeat: [0x0c, 0],
  leaveIf: [0x0d, 1],
  get: (local: number) => [0x20, local],
  set: (local: number) => [0x21, local],
  tee: (local: number) => [0x22, local],
  /** 0 ≤ value < 64 */
  i32: (value: number) => [0x41, value],
  i32Load: (offset: number) => [0x28, 2, offset],
  f32Load: (offset: number) => [0x2a, 2, offset],
  f64Load: [0x2b, 3, 0],
  f64Store: [0x39, 3, 0],
  i32GreaterU: [0x4b],
  i32GreaterEqualU: [0x4f],
  i32Add: [0x6a],
  i32ShiftLeft: [0x74],
  f64Add: [0xa0],
  f64Multiply: [0xa2],
  f64FromF32: [0xbb],
  v128Load: (offset: number) => [0xfd, 0x00, 4, offset],
  f64FirstLane: [0xfd, 0x21, 0],
  f64x2Swap: [0xfd, 0x0d, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7],
  f64x2Max: [0xfd, 0xf7, 0x01],
} as const;

/** 8 · BLOCK = 128 as a constant: beyond what one byte of LEB128 holds. */
const BLOCK_BYTES = [0x41, 0x80, 0x01];

function advance(local: number, bytes: readonly number[]): number[] {
  return [...op.get(local), ...bytes, ...op.i32Add, ...op.set(local)];
}

/** Locals: 0 posting, 1 end, 2 distance, 3 q, 4 address of the score. Eight postings a turn, then one a turn. */
function accumulateBody(): number[] {
  const add = (offset: number): number[] => [
    ...[...op.get(0), ...op.i32Load(offset), ...op.i32(3), ...op.i32ShiftLeft, ...op.tee(4)],
    ...[...op.get(4), ...op.f64Load],
    ...[...op.get(0), ...op.get(2), ...op.i32Add, ...op.f32Load(offset), ...op.f64FromF32],
    ...[...op.get(3), ...op.f64Multiply, ...op.f64Add, ...op.f64Store],
  ];
  const turns = (postings: number): number[] => [
    ...[...op.block, ...op.loop],
    ...[...op.get(0), ...op.i32(4 * postings), ...op.i32Add, ...op.get(1), ...op.i32GreaterU, ...op.leaveIf],
    ...Array.from({ length: postings }, (_, k) => add(4 * k)).flat(),
    ...[...advance(0, op.i32(4 * postings)), ...op.repeat],
    ...[...op.end, ...op.end],
  ];
  return [...turns(8), ...turns(1)];
}

/** Locals: 0 end, 1 out, 2 address of the block, 3 the maxima of its even and of its odd places. */
function maximaBody(): number[] {
  const pairs = Array.from({ length: BLOCK / 2 }, (_, k) => [
    ...[...op.get(2), ...op.v128Load(16 * k)],
    ...(k > 0 ? op.f64x2Max : []),
  ]);
  return [
    ...[...op.block, ...op.loop],
    ...[...op.get(2), ...op.get(0), ...op.i32GreaterEqualU, ...op.leaveIf],
    ...[...pairs.flat(), ...op.set(3)],
    ...[...op.get(1), ...op.get(3), ...op.get(3), ...op.get(3), ...op.f64x2Swap, ...op.f64x2Max],
    ...[...op.f64FirstLane, ...op.f64Store],
    ...[...advance(2, BLOCK_BYTES), ...advance(1, op.i32(8)), ...op.repeat],
    ...[...op.end, ...op.end],
  ];
}

function text(value: string): number[] {
  return [value.length, ...Buffer.from(value, 'ascii')];
}

/** A section, or anything else that is preceded by its length in LEB128. */
function sized(bytes: readonly number[], ...prefix: number[]): number[] {
  return [...prefix, (bytes.length & 0x7f) | 0x80, bytes.length >> 7, ...bytes];
}

function moduleBytes(): Uint8Array<ArrayBuffer> {
  const types = [2, ...[0x60, 4, I32, I32, I32, F64, 0], ...[0x60, 2, I32, I32, 0]];
  const imports = [1, ...text('m'), ...text('m'), 0x02, 0x00, 0x00];
  const exports = [2, ...text('accumulate'), 0, 0, ...text('maxima'), 0, 1];
  const bodies = [
    ...sized([1, 1, I32, ...accumulateBody(), ...op.end]),
    ...sized([2, 1, I32, 1, V128, ...maximaBody(), ...op.end]),
  ];
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...sized(types, 1),
    ...sized(imports, 2),
    ...sized([2, 0, 1], 3),
    ...sized(exports, 7),
    ...sized([2, ...bodies], 10),
  ]);
}

/** The little of the WebAssembly interface that is used: Node's type declarations leave it to the browser's. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object;
  Memory: new (size: { initial: number }) => { readonly buffer: ArrayBuffer };
  Instance: new (module: object, imports: object) => { readonly exports: unknown };
};

let compiled: object | undefined;

/**
 * A kernel with memory of its own, all zero.
 *
 * @throws UserError when more than 4 GB are asked for, which 32-bit addresses cannot reach
 */
export function bm25Kernel(bytes: number): { kernel: Bm25Kernel; buffer: ArrayBuffer } {
  if (bytes > LARGEST_MEMORY - PAGE)
    throw new UserError(
      `cannot index the corpus with bm25: the index would take ${(bytes / 2 ** 30).toFixed(1)} GB, and 4 GB is the most`,
      'Split the corpus into several.',
    );
  compiled ??= new WebAssembly.Module(moduleBytes());
  const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE) });
  const instance = new WebAssembly.Instance(compiled, { m: { m: memory } });
  return { kernel: instance.exports as Bm25Kernel, buffer: memory.buffer };
}
