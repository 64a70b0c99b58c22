import { describeLeft } from '../../../lib/domain/report/work-left.ts';
import type { Status } from '../../../lib/runtime/shared/installation.ts';

/** What a crawl has left and why it waits, a line each, with the command that shows more. @param now epoch ms */
export function whatIsLeft({ left }: Pick<Status, 'left'>, now: number): string {
  if (left === undefined) return '';
  const lines = left.map((one) => {
    const { what, show } = describeLeft(one, now);
    return `  ${what} (\`${show}\`)\n`;
  });
  return `\nLeft:\n${lines.join('')}`;
}
