import { compilePattern } from '../../base/pattern/pattern.ts';
import type { ImportItem } from '../combine-format/import-item.ts';
import type { CombineLine } from '../file/read-config.ts';
import type { Imported, JobLine } from './imported.ts';
import { type ListedLine, listOf } from './list-of.ts';
import { type CombineJob, listLines } from './read-job.ts';

/**
 * The lists that `combineINIT` gives to a new job of Combine 4.005 (its job_default.cfg), for a combine.cfg that does
 * not have them where no job_default.cfg is at hand.
 */
export function usualList(list: 'url/allow' | 'url/exclude'): readonly CombineLine[] {
  const blocks = list.split('/');
  return (list === 'url/allow' ? allow : exclude).map(([name = '', value = '']) => {
    return { name, value, text: `${name} ${value}`, blocks, source: 'default of Combine 4.005' };
  });
}

/** Combine compares with case, and so lists each of them in small letters and in capitals. */
const binaries = [
  'exe zip tar tgz gz hqx sdd mat raw shar rmx rmd mdb sav',
  'gif jpg jpeg xpm tif tiff mpg mpeg mov wav au pcx xbm tga psd',
  'pdb class ica ram wmz arff rar vo fig mp3 wmv avi m4v',
].map((extensions) => `\\.(?:${extensions.replaceAll(' ', '|')})$`);

const allow = [['HOST:', '.*$']];
const exclude = [
  ['URL', 'cgi-bin|htbin|cgi|\\?|\\.map$|_vti_'],
  ...binaries.flatMap((pattern) => [
    ['URL', pattern],
    ['URL', pattern.toUpperCase()],
  ]),
  // Without an end, as Combine has it.
  ['URL', '\\.msi|\\.MSI'],
];

/** Which URLs may be crawled: the `allow` and `exclude` lists, whose lines our scope takes as they are. */
export function importRules(job: CombineJob): Imported {
  const allow = patterns('allow', listLines(job, 'url/allow', usualList('url/allow')) ?? []);
  const exclude = patterns('exclude', listLines(job, 'url/exclude', usualList('url/exclude')) ?? []);
  const nothing = allow.lines.length === 0 ? nothingAllowed : { lines: [], items: [] };
  return {
    lines: [...allow.lines, ...exclude.lines, ...nothing.lines],
    files: { ...allow.files, ...exclude.files },
    items: [...allow.items, ...exclude.items, ...nothing.items],
  };
}

/** To Combine an empty `allow` means nothing, to us everything. */
const nothingAllowed: { readonly lines: readonly JobLine[]; readonly items: readonly ImportItem[] } = {
  lines: [{ path: 'scope.rules', value: [{ reject: 'all' }], comment: '<url><allow> has no pattern' }],
  items: [
    {
      fate: 'changed',
      name: '<url><allow>',
      key: 'scope.rules',
      note: 'There is no pattern in it that could be carried over. Combine then crawls nothing, and so will Winnow: put patterns into scope.allow and take that rule away.',
    },
  ],
};

const maxLength = 5_000;
const foreign =
  'It matches nothing, since URLs are ASCII: other characters are written %C3%B6 (UTF-8) or %F6 (as the page is) in a path, and xn-- in a host.';

function patterns(list: 'allow' | 'exclude', lines: readonly CombineLine[]): Imported {
  const name = `<url><${list}>`;
  const key = `scope.${list}`;
  const kept: ListedLine[] = [];
  const items: ImportItem[] = [];
  for (const { name: kind, value, text, source } of lines) {
    const about = { name, value: text, source };
    const drop = (note: string) => items.push({ fate: 'dropped', ...about, note });
    if ((kind !== 'HOST:' && kind !== 'URL') || value === '') {
      const hint = /^(?:HOST|URL)/i.test(kind) ? ' (a space belongs behind `HOST:` and `URL`)' : '';
      drop(
        `Combine takes lines of the form 'HOST: pattern' and 'URL pattern', and passed over this one${hint}.`,
      );
      continue;
    }
    if (/\p{Cc}/u.test(value) || value.length > maxLength) {
      drop(`Control characters, and more than ${maxLength} of any, cannot stand in a pattern of ${key}.`);
      continue;
    }
    const compiled = compilePattern(value);
    if (!compiled.ok) {
      drop(
        `At character ${compiled.at + 1} of its pattern: ${compiled.problem}. Say it another way in ${key}.`,
      );
      continue;
    }
    kept.push({ line: `${kind} ${value}`, source });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what is not ASCII.
    if (/[^\x00-\x7f]/.test(value)) items.push({ fate: 'changed', ...about, key, note: foreign });
    else items.push({ fate: 'carried', ...about, key, note: 'The same.' });
  }
  const file = `${list}.txt`;
  return {
    ...listOf({ path: key, file, naming: { path: key, value: [{ file }] }, title: name }, kept),
    items,
  };
}
