/** A seeded stream of numbers: the same seed gives the same numbers on every platform. */
export interface Random {
  /** Uniform 32-bit unsigned integer. */
  uint32(): number;
  /** Uniform in [0, 1), a multiple of 2^-32. */
  unit(): number;
  /** Uniform integer in [0, n), 1 ≤ n < 2^32, by multiply-shift; the bias is below n / 2^32. */
  below(n: number): number;
}

/** FNV-1a over UTF-16 units: turns any text into a 32-bit seed. */
export function hash32(text: string): number {
  let h = 0x811c9dc5;
  for (let k = 0; k < text.length; k++) h = Math.imul(h ^ text.charCodeAt(k), 0x01000193);
  return mix32(h);
}

/** The finaliser of MurmurHash3: spreads every input bit over all output bits. */
export function mix32(value: number): number {
  let h = value | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** xoshiro128** of Blackman and Vigna (2018), seeded by splitmix32. */
export function seeded(seed: number | string): Random {
  let state = typeof seed === 'string' ? hash32(seed) : seed >>> 0;
  const next = (): number => {
    state = (state + 0x9e3779b9) | 0;
    return mix32(state);
  };
  let [a, b, c, d] = [next(), next(), next(), next() | 1];
  const uint32 = (): number => {
    const scrambled = Math.imul(b, 5);
    const result = Math.imul((scrambled << 7) | (scrambled >>> 25), 9) >>> 0;
    const t = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= t;
    d = (d << 11) | (d >>> 21);
    return result;
  };
  return {
    uint32,
    unit: () => uint32() / 0x100000000,
    below: (n) => Math.floor((uint32() / 0x100000000) * n),
  };
}
