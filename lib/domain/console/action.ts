import { escaped, jsonInHtml } from '../report/html/text.ts';

/** What a button of a custom widget does when it is pressed. */
export interface Action {
  /** The ARN of the function that is called. */
  readonly endpoint: string;
  readonly label: string;
  /** What the function is called with. */
  readonly event: Readonly<Record<string, unknown>>;
  /** What is asked first; absent: nothing. */
  readonly confirmation?: string;
  readonly primary?: true;
}

/**
 * A button: a link, and behind it what CloudWatch is to do when it is clicked ('Custom widgets', CloudWatch user guide,
 * 2026-11). The answer opens in a box of its own.
 */
export function button({ endpoint, label, event, confirmation, primary }: Action): string {
  const asks = confirmation === undefined ? '' : ` confirmation="${escaped(confirmation)}"`;
  return (
    `<a class="btn${primary ? ' btn-primary' : ''}">${escaped(label)}</a>` +
    `<cwdb-action action="call" display="popup" endpoint="${escaped(endpoint)}"${asks}>${jsonInHtml(event)}</cwdb-action>`
  );
}
