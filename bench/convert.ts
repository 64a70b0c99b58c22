/**
 * What converting documents costs: `node bench/convert.ts [files]`. CPU, megabytes a CPU second and peak memory of each format, over the files
 * of the document suites (a process for each format); bytes and start of the two functions that read pages and documents; dollars for PDFs.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prices } from '../lib/domain/cost/aws-prices.ts';
import { bundle } from '../lib/infra/bundle/bundle.ts';
import { bodyOf, conversionOf, documentCases } from '../test/conformance/documents.ts';
import { functionVariables } from '../test/support/function-variables.ts';

/** Files of a format beyond these are not measured. */
const most = Number(process.argv[2] ?? 25);
/** What the convert function has, as a stack is deployed. */
const functionGb = 2_048 / 1_024;
const mega = 1_000_000;
interface Measured {
  readonly files: number;
  readonly bytes: number;
  readonly cpuMs: number;
  /** CPU of the first file, which loads the converter. */
  readonly firstMs: number;
  /** Peak of the process beyond what it had before the first file. */
  readonly peakMb: number;
}

if (process.argv[3] === undefined) compare();
else if (process.argv[3] === 'functions') functionSizes();
else console.log(JSON.stringify(await measured(process.argv[3])));

async function measured(format: string): Promise<Measured> {
  const files = documentCases().filter((one) => one.format === format);
  const idle = process.resourceUsage().maxRSS;
  const [, ...rest] = files;
  const firstMs = files[0] === undefined ? 0 : await cpuOf(() => conversionOf(files[0] as (typeof files)[0]));
  let bytes = 0;
  const cpuMs = await cpuOf(async () => {
    for (const one of rest.slice(0, most)) {
      bytes += bodyOf(one).length;
      await conversionOf(one);
    }
  });
  const peakMb = (process.resourceUsage().maxRSS - idle) / 1_024;
  return { files: Math.min(rest.length, most), bytes, cpuMs, firstMs, peakMb };
}

async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

function compare(): void {
  const formats = [...new Set(documentCases().map(({ format }) => format))].sort();
  console.log('format      files      MB  CPU ms a file  first file   MB/s  peak MB');
  for (const format of formats) {
    const json = execFileSync(process.execPath, [import.meta.filename, String(most), format], {
      encoding: 'utf8',
      maxBuffer: mega,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const { files, bytes, cpuMs, firstMs, peakMb } = JSON.parse(
      json.trim().split('\n').at(-1) ?? '',
    ) as Measured;
    if (files === 0) continue;
    const row = [
      format.padEnd(11),
      String(files).padStart(6),
      (bytes / mega).toFixed(2).padStart(8),
      (cpuMs / files).toFixed(1).padStart(15),
      firstMs.toFixed(0).padStart(12),
      (bytes / mega / (cpuMs / 1_000)).toFixed(1).padStart(7),
      peakMb.toFixed(0).padStart(9),
    ];
    console.log(row.join(''));
    if (format === 'pdf') console.log(dollarsOf(cpuMs / files));
  }
  functionSizes();
}

/** At list prices, without the free tier; a second of CPU is taken for a second of the function. */
function dollarsOf(msPerPdf: number): string {
  const pdfs = 50_000;
  const compute = (msPerPdf / 1_000) * functionGb * prices.lambdaArm64PerGbSecond * pdfs;
  return `  a million pages of which 5 % are PDFs: $${compute.toFixed(2)} for GB-seconds of the convert function`;
}

function functionSizes(): void {
  const directory = mkdtempSync(join(tmpdir(), 'winnow-bench-'));
  for (const name of ['harvest', 'convert'] as const) {
    bundle(name, join(directory, name));
    const index = join(directory, name, 'index.mjs');
    const began = performance.now();
    const script = `const t = performance.now(); await import(${JSON.stringify(index)}); console.log(performance.now() - t); process.exit()`;
    const said = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
      encoding: 'utf8',
      env: functionVariables,
    });
    const size = (statSync(index).size / mega).toFixed(2);
    console.log(
      `${name}: ${size} MB, imported in ${Number(said).toFixed(0)} ms, process and all ${(performance.now() - began).toFixed(0)} ms`,
    );
  }
  rmSync(directory, { recursive: true });
}
