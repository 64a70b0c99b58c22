import { load } from 'cheerio/slim';

const empty = load('');

/** Whether the library that will run a CSS selector understands it. */
export function isSelector(text: string): boolean {
  try {
    empty.root().find(text);
    return text.trim() !== '';
  } catch {
    return false;
  }
}
