import { access, constants, mkdir } from 'node:fs/promises';
import { availableParallelism, tmpdir, totalmem } from 'node:os';
import { messageOf } from '../../core/errors.js';
import { version } from '../../core/version.js';
import { parse } from '../../languages/parser.js';
import { LANGUAGES } from '../../languages/registry.js';
import { DEFAULT_CACHE } from '../../store/cache.js';
import { benchmarkOf, builtInBenchmarks } from '../benchmarks.js';
import type { Command } from '../command.js';

interface Finding {
  what: string;
  works: boolean;
  detail: string;
}

const OLDEST_NODE = [20, 12] as const;

async function attempt(what: string, body: () => Promise<string>): Promise<Finding> {
  try {
    return { what, works: true, detail: await body() };
  } catch (error) {
    return { what, works: false, detail: messageOf(error) };
  }
}

async function examine(): Promise<Finding[]> {
  const findings = [
    await attempt('node', async () => {
      const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
      const [oldest, oldestMinor] = OLDEST_NODE;
      if (major < oldest || (major === oldest && minor < oldestMinor))
        throw new Error(`${process.version} is older than ${oldest}.${oldestMinor}: install a newer Node`);
      return `${process.version} on ${process.platform} ${process.arch}`;
    }),
    await attempt('machine', async () => {
      const gigabytes = (totalmem() / 2 ** 30).toFixed(0);
      return `${availableParallelism()} cores, ${gigabytes} GB of memory`;
    }),
    await attempt('temporary folder', async () => {
      await access(tmpdir(), constants.W_OK);
      return tmpdir();
    }),
  ];
  findings.push(
    await attempt('cache folder', async () => {
      await mkdir(DEFAULT_CACHE, { recursive: true });
      await access(DEFAULT_CACHE, constants.W_OK);
      return DEFAULT_CACHE;
    }),
  );
  for (const name of await builtInBenchmarks())
    findings.push(
      await attempt(`benchmark ${name}`, async () => {
        const { tasks, corpora } = await benchmarkOf(name);
        return `${tasks.reduce((sum, { size }) => sum + size, 0)} queries, ${[...corpora.values()].reduce((sum, { size }) => sum + size, 0)} documents`;
      }),
    );
  for (const language of LANGUAGES)
    findings.push(
      await attempt(`grammar ${language.name}`, async () => {
        await parse('', language);
        return 'loads';
      }),
    );
  return findings;
}

export const doctorCommand: Command = {
  declare() {},
  async run(_args, options, io) {
    const findings = await examine();
    if (options.json) await io.result(`${JSON.stringify({ version, findings }, null, 2)}\n`);
    else {
      await io.result(`assay ${version}\n`);
      for (const { what, works, detail } of findings)
        await io.result(`${works ? 'works  ' : 'missing'}  ${what}: ${detail}\n`);
    }
    return findings.every(({ works }) => works) ? 0 : 1;
  },
};
