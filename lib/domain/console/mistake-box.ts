import { foreign } from '../../base/html/text.ts';

/** Why something could not be done. */
export function mistakeBox(message: string): string {
  return `<p class="winnow-rests"><b>That cannot be done.</b> ${foreign(message)}</p>`;
}
