import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';

/**
 * Case suites for conformance tests live outside the project, by default in `../shared/cases`; the environment
 * variable WINNOW_CASES names another folder. Where there are none, those tests say so and are skipped.
 */
export const casesFolder = resolve(
  process.env.WINNOW_CASES ?? `${import.meta.dirname}/../../../shared/cases`,
);

/** A suite's file, for example `robots/cases.jsonl`. */
export function casesFile(path: string): string {
  return resolve(casesFolder, path);
}

/** Whether the file of a suite is there; says so when it is not. */
export function hasCases(path: string): boolean {
  const there = existsSync(casesFile(path));
  if (!there) console.warn(`skipped: no case suite ${casesFile(path)} (set WINNOW_CASES)`);
  return there;
}

/** The cases of a JSON Lines file, packed with gzip or not, as the suite's SOURCE.md describes them; none when the file is not there. */
export function readCases<Case>(path: string): readonly Case[] {
  if (!existsSync(casesFile(path))) return [];
  const bytes = readFileSync(casesFile(path));
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes)
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Case);
}
