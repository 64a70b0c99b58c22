import type { CombineLine } from '../file/read-config.ts';

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
