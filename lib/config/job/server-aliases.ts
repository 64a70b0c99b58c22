import { basename, dirname, resolve } from 'node:path';
import { WinnowError } from '../../base/error.ts';
import { resolveAliases } from '../../base/url/aliases.ts';
import { readListFile } from '../file/list-file.ts';
import { invalid, type Layer } from '../layers/layer-file.ts';
import { hostName } from '../schema/job-values.ts';

/** A line that names a preferred host and its aliases, and where it stands (`aliases.txt:12`). */
interface AliasLine {
  readonly text: string;
  readonly place: string;
}

/** Where an alias was given its preferred host. */
interface Given {
  readonly preferred: string;
  readonly place: string;
}

/**
 * Preferred hosts by alias, from `url.aliases` and `url.aliasFile` of the layers; of each the last that sets it counts.
 * @throws WinnowError `config` naming file and line: no host, a host with two preferred ones, a ring of aliases
 */
export function serverAliases(layers: readonly Layer[]): Readonly<Record<string, string>> {
  const given = new Map<string, Given>();
  for (const line of [...writtenLines(layers), ...fileLines(layers)]) {
    const [preferred = '', ...aliases] = hostsOf(line);
    for (const alias of aliases) {
      if (alias === preferred) continue;
      const before = given.get(alias);
      if (before !== undefined && before.preferred !== preferred) {
        throw new WinnowError(
          'config',
          `${line.place}: ${alias} is an alias of ${before.preferred} already (${before.place}), it cannot be one of ${preferred} too`,
        );
      }
      given.set(alias, { preferred, place: line.place });
    }
  }
  const resolved = resolveAliases(new Map([...given].map(([alias, { preferred }]) => [alias, preferred])));
  if ('aliases' in resolved) return resolved.aliases;
  const [first = ''] = resolved.ring;
  const steps = resolved.ring.map((alias) => `${alias} (${given.get(alias)?.place})`);
  throw new WinnowError(
    'config',
    `${given.get(first)?.place}: server aliases in a ring, none of them is preferred: ${steps.join(' is an alias of ')} is an alias of ${first}`,
  );
}

function writtenLines(layers: readonly Layer[]): readonly AliasLine[] {
  const layer = layers.findLast(({ value }) => sectionOf(value)?.aliases !== undefined);
  return (sectionOf(layer?.value)?.aliases ?? []).map((text, index) => ({
    text,
    place: `${basename(layer?.file ?? '')}:${layer?.source.position(['url', 'aliases', index]).line}`,
  }));
}

function fileLines(layers: readonly Layer[]): readonly AliasLine[] {
  const layer = layers.findLast(({ value }) => sectionOf(value)?.aliasFile !== undefined);
  const name = sectionOf(layer?.value)?.aliasFile;
  if (layer === undefined || name === undefined) return [];
  const file = resolve(dirname(layer.file), name);
  const { lines, problems } = readListFile(file, `url.aliasFile of ${layer.file}`);
  if (problems.length > 0) throw invalid(file, problems);
  return lines
    .map((text, index) => ({ text, place: `${name}:${index + 1}` }))
    .filter(({ text }) => text !== '');
}

interface UrlSection {
  readonly aliases?: readonly string[];
  readonly aliasFile?: string;
}

function sectionOf(value: Layer['value'] | undefined): UrlSection | undefined {
  return value?.url as UrlSection | undefined;
}

/** The hosts of a line, canonical, without the ports that are a scheme's default. */
function hostsOf({ text, place }: AliasLine): readonly string[] {
  const names = text.split(/[\s,]+/).filter((name) => name !== '');
  if (names.length < 2) {
    throw new WinnowError(
      'config',
      `${place}: expected a preferred host and its aliases, got ${JSON.stringify(text.slice(0, 80))}`,
    );
  }
  return names.map((name) => {
    const host = hostName(name);
    if (host !== undefined) return host.replace(/:443$/, '');
    throw new WinnowError(
      'config',
      `${place}: expected host names such as www.example.org, got ${JSON.stringify(name.slice(0, 80))}`,
    );
  });
}
