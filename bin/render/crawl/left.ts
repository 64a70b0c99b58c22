import { formatCount, formatNumber } from '../../../lib/base/quantity.ts';
import { describeLeft } from '../../../lib/domain/focus/work-left.ts';
import type { Status } from '../../../lib/runtime/shared/installation.ts';

/** How many URLs are pending, and how many of them are in inboxes. */
export function pendingUrls({ pending, inboxes }: Pick<Status, 'pending' | 'inboxes'>): string {
  const all = `${inboxes?.atLeast ? 'at least ' : ''}${formatCount(pending, 'URL')}`;
  return inboxes === undefined ? all : `${all}, ${formatNumber(inboxes.urls)} of them in inboxes`;
}

/** What a crawl has left and why it waits, a line each, with the command that shows more. @param now epoch ms */
export function whatIsLeft({ left }: Pick<Status, 'left'>, now: number): string {
  if (left === undefined) return '';
  const lines = left.map((one) => {
    const { what, show } = describeLeft(one, now);
    return `  ${what} (\`${show}\`)\n`;
  });
  return `\nLeft:\n${lines.join('')}`;
}
