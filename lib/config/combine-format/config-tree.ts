import { type ConfigProblem, configLines } from './config-lines.ts';

/** A line within a block or at the top: `name = value`, `name value`, or a line of a list, which is all name. */
export interface ConfigEntry {
  readonly kind: 'entry';
  readonly name: string;
  /** Empty where there is none; without the quotes around it. */
  readonly value: string;
  /** The whole line, for lists whose lines have a form of their own. */
  readonly text: string;
  readonly line: number;
}

/** `<name> … </name>`. */
export interface ConfigBlock {
  readonly kind: 'block';
  readonly name: string;
  readonly statements: readonly ConfigStatement[];
  readonly line: number;
}

/** `<<include path>>`: what stands in that file stands here. */
export interface ConfigInclude {
  readonly kind: 'include';
  readonly path: string;
  readonly line: number;
}

export type ConfigStatement = ConfigEntry | ConfigBlock | ConfigInclude;

export interface ConfigTree {
  readonly statements: readonly ConfigStatement[];
  /** What is broken, in the order of the lines; then there are no statements. */
  readonly problems: readonly ConfigProblem[];
}

interface OpenBlock {
  readonly name: string;
  readonly line: number;
  readonly statements: ConfigStatement[];
}

/** Combine's own blocks are two deep. */
const maxDepth = 20;

/**
 * The tree of one configuration file of Combine (`combine.cfg`, `default.cfg`, or a file that they include). Never
 * throws: what is not closed, or closed and never opened, is a problem with its line. Combine itself counts the ends
 * of blocks without looking at their names; here an end of another name is a problem too, since the settings after
 * it would belong to a block that the writer did not mean.
 */
export function parseConfig(source: string): ConfigTree {
  const { lines, problems: broken } = configLines(source);
  const problems: ConfigProblem[] = [...broken];
  const top: ConfigStatement[] = [];
  const open: OpenBlock[] = [];
  for (const { text, line, document } of lines) {
    const here = open.at(-1)?.statements ?? top;
    const begun = document === undefined ? /^<([^/<].*)>$/.exec(text)?.[1]?.trim() : undefined;
    const ended = document === undefined ? /^<\/(.+)>$/.exec(text)?.[1]?.trim() : undefined;
    const included = /^<<\s*include\s(.+)>>$/i.exec(text)?.[1]?.trim();
    if (included !== undefined) here.push({ kind: 'include', path: unquoted(included), line });
    else if (begun !== undefined) {
      if (open.length === maxDepth)
        problems.push({ line, message: `blocks stand more than ${maxDepth} deep` });
      open.push({ name: begun, line, statements: [] });
    } else if (ended === undefined) here.push(entry(text, line, document));
    else {
      const block = open.pop();
      if (block === undefined)
        problems.push({ line, message: `</${ended}> ends a block that was never begun` });
      else {
        if (block.name.toLowerCase() !== ended.toLowerCase()) {
          problems.push({
            line,
            message: `</${ended}> stands where <${block.name}> of line ${block.line} is open`,
          });
        }
        (open.at(-1)?.statements ?? top).push({ kind: 'block', ...block });
      }
    }
  }
  for (const { name, line } of open) problems.push({ line, message: `<${name}> has no </${name}>` });
  if (problems.length > 0) return { statements: [], problems: problems.toSorted((a, b) => a.line - b.line) };
  return { statements: top, problems };
}

/** Config::General: name and value are parted by the first equals sign or white space. */
function entry(text: string, line: number, document: string | undefined): ConfigEntry {
  if (document !== undefined) return { kind: 'entry', name: text, value: document, text, line };
  const parted = /=\s*|\s+(?:=\s*)?/.exec(text);
  const name = parted === null ? text : text.slice(0, parted.index);
  const value = parted === null ? '' : unquoted(text.slice(parted.index + parted[0].length));
  return { kind: 'entry', name, value, text, line };
}

function unquoted(value: string): string {
  return value.length > 1 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value;
}
