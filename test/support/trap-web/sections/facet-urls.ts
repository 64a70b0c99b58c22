import type { Asked } from '../section.ts';

/**
 * How choices are written into a URL. `query`: `?colour=red&size=small`, several values of a key joined with commas.
 * `array`: `?filter[colour]=red`. `joined`: `?f=colour:red,size:small`. `path`: `/colour-red/size-small`. `segment`:
 * all in one part of the path, `/colour-red_size-small`. `matrix`: `;colour=red;size=small`.
 */
export type FacetForm = 'query' | 'joined' | 'array' | 'path' | 'segment' | 'matrix';

export type Choice = readonly [key: string, value: string];

/** @param isKnob what is no property of a product, and always a parameter of its own */
export function writeChoices(
  form: FacetForm,
  at: string,
  chosen: readonly Choice[],
  isKnob: (choice: Choice) => boolean,
): string {
  if (chosen.length === 0) return at;
  const values = chosen.filter((choice) => !isKnob(choice));
  const rest = chosen.filter(isKnob).map(([key, value]) => `${key}=${value}`);
  switch (form) {
    case 'path':
    case 'segment':
    case 'matrix': {
      const [first, mark, equals] = inPathForms[form];
      const part = values.map(([key, value]) => `${key}${equals}${value}`).join(mark);
      return `${at}${part === '' ? '' : first + part}${rest.length > 0 ? `?${rest.join('&')}` : ''}`;
    }
    case 'joined': {
      const joined = values.map(([key, value]) => `${key}:${value}`).join(',');
      return `${at}?${[...(joined === '' ? [] : [`f=${joined}`]), ...rest].join('&')}`;
    }
    case 'array': {
      const name = (choice: Choice): string => (isKnob(choice) ? choice[0] : `filter[${choice[0]}]`);
      return `${at}?${chosen.map((choice) => `${name(choice)}=${choice[1]}`).join('&')}`;
    }
    case 'query': {
      const byKey = Map.groupBy(chosen, ([key]) => key);
      const parts = [...byKey].map(([key, list]) => `${key}=${list.map(([, value]) => value).join(',')}`);
      return `${at}?${parts.join('&')}`;
    }
  }
}

/** What stands before the first choice, between two, and between key and value. */
const inPathForms = {
  path: ['/', '/', '-'],
  segment: ['/', '_', '-'],
  matrix: [';', ';', '='],
} as const;

/** Undefined when the URL is none of this list; what it says need not be among the choices that there are. */
export function readChoices(
  form: FacetForm,
  at: string,
  { path, query }: Asked,
): readonly Choice[] | undefined {
  const [first, mark, equals] =
    form in inPathForms ? inPathForms[form as keyof typeof inPathForms] : ['', '', ''];
  if (path !== at && !(first !== '' && path.startsWith(at + first))) return undefined;
  const parts = first === '' ? [] : path.slice(at.length + 1).split(mark);
  const inPath = parts.filter(Boolean).map((part) => split(part, equals));
  const inQuery = [...query].flatMap(([key, value]): readonly Choice[] => {
    if (form === 'joined' && key === 'f') return value.split(',').map((one) => split(one, ':'));
    return value.split(',').map((one) => [/^filter\[(.*)\]$/.exec(key)?.[1] ?? key, one]);
  });
  return [...inPath, ...inQuery];
}

function split(text: string, mark: string): Choice {
  const place = text.indexOf(mark);
  return place < 0 ? [text, ''] : [text.slice(0, place), text.slice(place + 1)];
}
