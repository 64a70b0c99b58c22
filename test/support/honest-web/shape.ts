import { formNamed } from '../random-web/url-forms.ts';
import { type DateFormName, dateForms, type Period, shifted } from '../trap-web/text/dates.ts';
import type { Dice } from '../trap-web/text/prose.ts';

/** Writes the number of a page into its path and query. */
export type WriteUrl = (at: string, key: number) => string;

/** How the pages of a site lead to each other: all from one index, in a row only, from lists in a row, or from groups. */
export const structures = ['index', 'chain', 'lists', 'tree'] as const;
export type Structure = (typeof structures)[number];

/** What two sites of one kind differ in. */
export interface Shape {
  readonly name: string;
  readonly write: WriteUrl;
  readonly writeList: WriteUrl;
  readonly structure: Structure;
  /** Pages lead to the page before and after; always so in a chain. */
  readonly neighbours: boolean;
}

const names = [
  ...['/number', '/number/', '/number.html', '/view/number', '/p-number', '?id=number', '/id', '?id=id'],
  ...['/words', '/words.html', '/words/', '?view=full&id=number'],
] as const;

const byKey = Object.fromEntries(
  names.map((name): readonly [string, WriteUrl] => [
    name,
    (at, key) => formNamed(name).write(at, 1_000 + key * 37),
  ]),
);

const dateNames: readonly DateFormName[] = ['folders', 'files', 'compact', 'named', 'parts', 'dashed'];

/** @param first the day of the page 0 */
function byDay(first: Period): Readonly<Record<string, WriteUrl>> {
  return Object.fromEntries(
    dateNames.map((name): readonly [string, WriteUrl] => [
      name,
      (at, key) => dateForms[name].write(at, shifted(first, key)),
    ]),
  );
}

const lists: readonly WriteUrl[] = [
  (at, key) => `${at}/?page=${key + 1}`,
  (at, key) => `${at}/page/${key + 1}/`,
  (at, key) => `${at}/list-${key + 1}.html`,
  (at, key) => `${at}/index.php?start=${key * 20}`,
];

/**
 * Pages of the longest chain: nothing tells a longer one from a chain without end that says something new on every page,
 * of which a crawl is to fetch 300 pages at most.
 */
export const longestChain = 180;

/** @param firstDay of a site that has a page for each day */
export function drawShape(roll: Dice, structure: Structure, firstDay?: Period): Shape {
  const forms = firstDay === undefined ? byKey : byDay(firstDay);
  const name = roll.pick(Object.keys(forms));
  return {
    name: `${name} ${structure}`,
    write: forms[name] as WriteUrl,
    writeList: roll.pick(lists),
    structure,
    neighbours: structure === 'chain' || roll.chance(0.5),
  };
}
