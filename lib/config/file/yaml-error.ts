import type { YAMLError } from 'yaml';

/** What the errors of YAML mean for whoever wrote the file, and what to do; others keep the parser's words. */
const meanings: Partial<Record<YAMLError['code'], string>> = {
  BAD_INDENT: 'the indentation does not fit the lines around it: what belongs together begins in one column',
  TAB_AS_INDENT: 'a tab is used for indentation: YAML takes spaces only',
  BLOCK_AS_IMPLICIT_KEY:
    'a second `key:` stands in the value of a first one: write it on a line of its own, or put the value in quotes',
  MULTILINE_IMPLICIT_KEY: 'a key goes over several lines: is a `:` missing, or a quote not closed?',
  BAD_SCALAR_START: 'a value cannot begin with this character: put the value in quotes',
  BAD_DQ_ESCAPE:
    'this is no escape that double quotes know: write \\\\ for a backslash, or use single quotes',
  MULTIPLE_DOCS: 'a second document begins here (`---`): a file holds one',
  KEY_OVER_1024_CHARS: 'a key is longer than 1,024 characters: is a `:` or a line break missing?',
};

const parserOverflow = 'Maximum call stack size exceeded';

/** An error of the YAML parser in words that say what to do. */
export function yamlError({ code, message }: YAMLError): string {
  if (message.includes(parserOverflow)) return 'lists or mappings stand too deep inside each other';
  const [, open] = /^Flow (map|sequence) in block collection/.exec(message) ?? [];
  if (open !== undefined)
    return open === 'map'
      ? 'a { before this line has no } that closes it'
      : 'a [ before this line has no ] that closes it';
  return meanings[code] ?? message;
}

export function duplicateKey(key: string): string {
  return `the key ${JSON.stringify(key)} stands twice in the same mapping`;
}
