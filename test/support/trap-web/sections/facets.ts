import { type Answer, honest, type PageLink, type Plot, type Section, trap } from '../section.ts';
import { article, escaped, linkLine, linkList, titleOf } from '../text/markup.ts';
import { dice } from '../text/prose.ts';
import { type Choice, type FacetForm, readChoices, writeChoices } from './facet-urls.ts';

export interface FacetsOptions {
  /** How a choice is written into a URL. */
  readonly form: FacetForm;
  readonly products: number;
  /** Of every so many products one is found in the main list; the others behind one value of one facet only. */
  readonly featuredEvery: number;
  /** Values of each of the five facets. */
  readonly values: number;
  /** Choices stand in the order in which they were made; otherwise always in the same. */
  readonly clickOrder: boolean;
  /** Keys and values stand in URLs as codes: `?a11=3`. */
  readonly coded: boolean;
  /** Several values of one facet can be chosen together. */
  readonly multi: boolean;
  /** Links that sort, order, show as a grid, show more per page. */
  readonly knobs: boolean;
  /** Products behind a pair of values, found nowhere else: all pairs are honest then. */
  readonly pairs: number;
}

const facets: Readonly<Record<string, readonly string[]>> = {
  colour: ['red', 'green', 'blue', 'black', 'white', 'brown'],
  size: ['small', 'medium', 'large', 'giant', 'tiny', 'wide'],
  brand: ['northway', 'harrow', 'bluebell', 'kestrel', 'old-mill', 'tarn'],
  material: ['wood', 'steel', 'wool', 'glass', 'clay', 'leather'],
  price: ['0-20', '20-50', '50-100', '100-200', '200-500', '500-999'],
};
const keys = Object.keys(facets);
const knobs: readonly Choice[] = [
  ['sort', 'price'],
  ['sort', 'name'],
  ['order', 'desc'],
  ['view', 'grid'],
  ['per_page', '96'],
];
const knobKeys = new Set(knobs.map(([key]) => key));
const isKnob = ([key]: Choice): boolean => !keys.includes(key);

/** A shop of few products and of ever so many ways to choose among them. */
export function facetedShop({ at, seed }: Plot, options: FacetsOptions): Section {
  const { form, clickOrder, multi, coded } = options;
  const valuesOf = (key: string): readonly string[] => (facets[key] ?? []).slice(0, options.values);
  const choices: readonly Choice[] = keys.flatMap((key) =>
    valuesOf(key).map((value) => [key, value] as const),
  );
  const ids = Array.from({ length: options.products }, (_, i) => `product-${i}`);
  const path = (id: string): string => `${at}/item/${id}`;
  const properties = (id: string): ReadonlyMap<string, string> => {
    const roll = dice(seed, id);
    return new Map(keys.map((key) => [key, roll.pick(valuesOf(key))]));
  };
  const bag = new Map(ids.map((id) => [id, properties(id)]));

  /** What must be chosen before a product is shown: nothing, one facet, or two. */
  function shownBy(id: string): readonly string[] {
    const index = ids.indexOf(id);
    if (index < options.pairs) return [keys[index % 5] ?? '', keys[(index + 2) % 5] ?? ''];
    return index % options.featuredEvery === 0 ? [] : [keys[index % 5] ?? ''];
  }

  function shown(chosen: readonly Choice[]): readonly string[] {
    const asked = chosen.filter((choice) => !isKnob(choice));
    return ids.filter(
      (id) =>
        asked.every(([key]) =>
          asked.some(([name, value]) => name === key && bag.get(id)?.get(key) === value),
        ) && shownBy(id).every((key) => asked.some(([name]) => name === key)),
    );
  }

  const code = (choice: Choice): Choice =>
    coded && !isKnob(choice)
      ? [`a${keys.indexOf(choice[0]) + 11}`, `${choices.findIndex((one) => `${one}` === `${choice}`)}`]
      : choice;
  const byCode = new Map(choices.map((choice) => [`${code(choice)}`, choice]));
  const href = (chosen: readonly Choice[]): string =>
    writeChoices(form, at, (clickOrder ? chosen : inOrder(chosen)).map(code), (one) => knobKeys.has(one[0]));

  function toggled(chosen: readonly Choice[], [key, value]: Choice): readonly Choice[] {
    const isIt = ([name, old]: Choice): boolean => name === key && old === value;
    if (chosen.some(isIt)) return chosen.filter((choice) => !isIt(choice));
    const rest = multi && keys.includes(key) ? chosen : chosen.filter(([name]) => name !== key);
    return [...rest, [key, value]];
  }

  function page(chosen: readonly Choice[]): Answer {
    const values = chosen.filter((choice) => !isKnob(choice));
    const found = shown(chosen);
    const words = values.map(([, value]) => value).join(', ');
    const title = words === '' ? 'All goods' : `Goods: ${words}`;
    const option = (choice: Choice): PageLink => ({ href: href(toggled(chosen, choice)), anchor: choice[1] });
    const main = [
      `<h1>${escaped(title)}</h1>\n<p>${found.length} products</p>\n`,
      linkList(found.map((id) => ({ href: path(id), anchor: titleOf(seed, id) }))),
      ...keys.map((key) => `<h3>${key}</h3>${linkLine(valuesOf(key).map((value) => option([key, value])))}`),
      options.knobs ? linkLine(knobs.map(option)) : '',
    ].join('');
    const wanted = values.length <= (options.pairs > 0 ? 2 : 1) && chosen.length === values.length;
    return wanted ? honest(idOf(values), { title, main }) : trap('facets', { title, main });
  }

  return {
    kind: 'facets',
    shape: `${form}${clickOrder ? '-clicks' : ''}${multi ? '-multi' : ''}${coded ? '-coded' : ''}${options.pairs > 0 ? '-pairs' : ''}`,
    honest: [[], ...choices.map((choice) => [choice]), ...(options.pairs > 0 ? pairsOf(choices) : [])]
      .map(idOf)
      .concat(ids),
    nav: () => [{ href: at, anchor: 'Shop' }],
    answer(asked) {
      const id = asked.path.slice(at.length + '/item/'.length);
      if (asked.path === path(id) && ids.includes(id)) return honest(id, product(id));
      const chosen = readChoices(form, at, asked)?.map((choice) => byCode.get(`${choice}`) ?? choice);
      return chosen?.every((choice) => isKnob(choice) || choices.some((one) => `${one}` === `${choice}`))
        ? page(chosen)
        : undefined;
    },
  };

  function product(id: string) {
    const draft = article(35, [seed, id], [{ href: at, anchor: 'Back to all goods' }]);
    const table = [...(bag.get(id) ?? [])].map(([key, value]) => `<tr><th>${key}</th><td>${value}</td></tr>`);
    return { ...draft, main: `${draft.main}<table>${table.join('')}</table><p>Add to basket</p>` };
  }
}

function idOf(chosen: readonly Choice[]): string {
  return `list ${chosen
    .map(([key, value]) => `${key}:${value}`)
    .sort()
    .join(' ')}`.trim();
}

function pairsOf(choices: readonly Choice[]): readonly (readonly Choice[])[] {
  return choices.flatMap((one, i) =>
    choices.slice(i + 1).flatMap((two) => (one[0] === two[0] ? [] : [[one, two]])),
  );
}

function inOrder(chosen: readonly Choice[]): readonly Choice[] {
  return chosen.toSorted(([a], [b]) => (a < b ? -1 : 1));
}
