import { answer, type ReportedInput, type RightResult } from './reported-input.ts';

export const tables = 'GitHub Flavored Markdown §4.10';
export const commonMark = 'CommonMark';
export const shows = 'browsers show it';

/** A page with a heading and prose around what was reported. */
function article(name: string, body: string, head = ''): string {
  const prose = Array.from(
    { length: 4 },
    (_, n) =>
      `<p>Paragraph ${n + 1} of ${name}: sundews grow in wet and poor soil, and catch the flies that the soil does not replace.</p>`,
  );
  return `<!doctype html><html lang=en><head><meta charset=utf-8><title>On ${name}</title>${head}</head><body><main><h1>On ${name}</h1>${prose.slice(0, 2).join('')}${body}${prose.slice(2).join('')}</main></body></html>`;
}

type Right = Pick<
  RightResult,
  'text' | 'markdown' | 'lacks' | 'main' | 'language' | 'author' | 'published' | 'outcome'
>;

/** A page of which some is wrong in other readers. */
export function shown(
  name: string,
  source: string,
  does: string,
  page: Right & { body: string; by?: string; head?: string },
) {
  const { body, by = shows, head, ...right } = page;
  return input(name, source, does, { ...right, by, page: article(name, body, head) });
}

/** A page that is all that was reported. */
export function input(
  name: string,
  source: string,
  does: string,
  { page, by = shows, ...right }: Right & { page: string; by?: string },
): ReportedInput {
  return { ...{ name, source, does, by, right }, answers: () => ({ '/': answer(page) }) };
}
