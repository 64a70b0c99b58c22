import type { OutcomeKind } from '../../domain/fetch/outcome.ts';
import type { Work } from '../../domain/frontier/entry.ts';
import type { Robots } from '../../domain/robots/robots.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { CanonicalUrl, HostName } from '../../domain/url/url.ts';
import type { Ports } from '../../ports/ports.ts';
import type { HostSession } from '../politeness/host-session.ts';
import type { RobotsAnswer } from '../robots/robots-rules.ts';
import type { ContentsInFlight } from './contents-in-flight.ts';
import type { TurnRoom } from './page-room.ts';

/** A robots.txt that a turn came upon, and nobody has looked for sitemaps in it for this host. */
export interface NewRobots {
  /** The URL for which it was asked. */
  readonly url: CanonicalUrl;
  readonly robots: Robots;
  /** The host has not been visited before. */
  readonly isFirst: boolean;
}

/** What a turn is about; the same for all of its visits. */
export interface TurnContext {
  readonly ports: Ports;
  readonly job: string;
  readonly host: HostName;
  readonly inFlight: ContentsInFlight;
  readonly room: TurnRoom;
  readonly settings: JobSettings;
  /** Links from host to host, from the nearest host of a seed to this one. */
  readonly hostHops: number;
  readonly session: HostSession;
  readonly outcomeOf: (url: CanonicalUrl) => OutcomeKind | undefined;
  /** Whether it matters what a page says. */
  readonly wantsSketch: (work: Work) => boolean;
  readonly robots: (url: CanonicalUrl) => Promise<RobotsAnswer>;
  /** Counts a failure of a plug-in, by its id. */
  readonly pluginFailed: (id: string) => void;
  /** Taken out when their sitemaps have been looked for. */
  readonly newRobots: NewRobots[];
}
