import { settingsFor } from '../../domain/settings/overrides.ts';
import type { AskedUrl, Lines } from './explainer.ts';

/** Whether the network rules forbid a URL, by its port or its address. */
export function explainNetwork({ ports, url, settings }: AskedUrl): Lines {
  const refusal = ports.networkRefusal?.(url, settingsFor(settings, url).network);
  return refusal === undefined ? [] : [{ step: 'address', verdict: 'no', detail: refusal }];
}
