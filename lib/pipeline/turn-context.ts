import type { JobSettings } from '../domain/settings.ts';
import type { CanonicalUrl, HostName } from '../domain/url.ts';
import type { Ports } from '../ports/ports.ts';
import type { Courier } from './courier.ts';
import type { RobotsAnswer } from './robots-rules.ts';

/** What a turn is about; the same for all of its visits. */
export interface TurnContext {
  readonly ports: Ports;
  readonly job: string;
  readonly host: HostName;
  readonly turn: number;
  readonly settings: JobSettings;
  readonly courier: Courier;
  readonly robots: (url: CanonicalUrl) => Promise<RobotsAnswer>;
}
