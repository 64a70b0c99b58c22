import { escaped, jsonInHtml } from '../../base/html/text.ts';

/** What a button of a custom widget does when it is pressed. */
export interface Action {
  /** The ARN of the function that is called: the one that may do it. */
  readonly endpoint: string;
  readonly label: string;
  /** What the function is called with. */
  readonly event: Readonly<Record<string, unknown>>;
  /** What is asked first; absent: nothing. */
  readonly confirmation?: string;
  /** `popup`: the answer opens in a box of its own. `widget`: it is drawn in place of the widget, which is new then. */
  readonly display: 'popup' | 'widget';
  readonly primary?: true;
}

/** The ARNs of the functions that buttons call. */
export interface Endpoints {
  /** Can change nothing. */
  readonly view: string;
  readonly operate: string;
}

/**
 * A button: a link, and behind it what CloudWatch is to do when it is clicked ('Custom widgets', CloudWatch user guide,
 * 2026-11).
 */
export function button({ endpoint, label, event, confirmation, display, primary }: Action): string {
  const asks = confirmation === undefined ? '' : ` confirmation="${escaped(confirmation)}"`;
  return (
    `<a class="btn${primary ? ' btn-primary' : ''}">${escaped(label)}</a>` +
    `<cwdb-action action="call" display="${display}" endpoint="${escaped(endpoint)}"${asks}>${jsonInHtml(event)}</cwdb-action>`
  );
}
