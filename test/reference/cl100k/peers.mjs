// How other tokenizers do on the frozen cases, for the table in README.md. Run from the repository root:
//   npm install --prefix /tmp/peers js-tiktoken@1.0.21 tiktoken@1.0.22
//   npm run build && node test/reference/cl100k/peers.mjs /tmp/peers   (some four minutes)
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const peers = createRequire(join(process.argv[2], '/'));
const { countTokens } = await import('gpt-tokenizer/encoding/cl100k_base');
const plain = { disallowedSpecial: new Set() };
const js = peers('js-tiktoken').getEncoding('cl100k_base');
const wasm = peers('tiktoken').get_encoding('cl100k_base');
const { cl100k } = await import('../../../dist/src/text/cl100k.js');
const count = {
  Assay: await cl100k(),
  'gpt-tokenizer': (text) => countTokens(text, plain),
  'js-tiktoken': (text) => js.encode(text, [], []).length,
  'tiktoken (WebAssembly)': (text) => wasm.encode(text, [], []).length,
};

const { named, mixed } = JSON.parse(readFileSync(new URL('reference.json', import.meta.url), 'utf8'));
const cases = [...named.map(({ text, tokens }) => [text, tokens]), ...mixed];
console.log(`| tokenizer | agrees | differs | ... with U+FEFF or U+0085 | 30,000 letters |\n|---|---|---|---|---|`);
for (const [name, of] of Object.entries(count)) {
  const wrong = cases.filter(([text, tokens]) => of(text) !== tokens);
  const odd = wrong.filter(([text]) => /[\ufeff\u0085]/.test(text));
  const start = performance.now();
  of(`x${'a'.repeat(30_000)}`);
  const ms = Math.round(performance.now() - start);
  console.log(`| ${name} | ${cases.length - wrong.length} | ${wrong.length} | ${odd.length} | ${ms} ms |`);
}
