import { dice, prose } from './trap-web/text/prose.ts';

/** Two sentences that only a page with this text says. */
export function ownWords(text: string): string {
  return prose(dice('own words', text), 16).join(' ');
}
