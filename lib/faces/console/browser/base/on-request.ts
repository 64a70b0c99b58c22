import { useState } from 'preact/hooks';
import { useAround } from './around.ts';
import { html, type Shown } from './html.ts';
import { useLive } from './live.ts';
import { Trouble } from './parts.ts';

interface OnRequestProps<T> {
  readonly label: string;
  readonly path: string;
  /** It is asked for without a request, but not of a stack, where each host that is read costs. */
  readonly isAtOnce?: boolean;
  readonly show: (data: T, renew: () => void) => Shown;
}

/** An answer that reads much of the crawl, and is asked for when somebody wants it. */
export function OnRequest<T>({ label, path, isAtOnce = false, show }: OnRequestProps<T>) {
  const { session } = useAround();
  const [isWanted, want] = useState(isAtOnce && !session.isStack);
  const { data, problem, renew } = useLive<T>(isWanted ? path : undefined);
  const isReading = isWanted && data === undefined && problem === undefined;
  return html`<p><button type="button" aria-busy=${isReading} onClick=${isWanted ? renew : () => want(true)}>${label}</button></p>
    ${isReading ? html`<p role="status">Reading …</p>` : ''}<${Trouble} problem=${problem} />
    ${data === undefined ? '' : show(data, renew)}`;
}
