import { settingsFor } from '../../domain/settings/overrides.ts';
import type { AskedUrl, WhyLines } from './explainer.ts';

/** Whether the network rules forbid a URL, by its port or its address. */
export function explainNetwork({ ports, url, settings }: AskedUrl): WhyLines {
  const refusal = ports.networkRefusal?.(url, settingsFor(settings, url).network);
  return refusal === undefined ? [] : [{ step: 'address', verdict: 'no', detail: refusal }];
}
