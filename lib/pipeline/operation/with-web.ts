import { requireContact } from '../../domain/settings/contact.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { Ports } from '../../ports/ports.ts';
import { type JobPlace, onlyThere } from './place.ts';

/** Lends what pages are fetched with. @throws WinnowError `config` for a job that may fetch nothing, if it is to fetch */
export async function withWeb<T>(
  { ports, of, settings, openWeb }: JobPlace,
  fetches: boolean,
  use: (all: Ports, rules: JobSettings) => Promise<T>,
): Promise<T> {
  const rules = await settings(of.name);
  if (fetches) requireContact(rules);
  const { close, ...web } = await onlyThere(openWeb)();
  try {
    return await use({ ...ports, ...web }, rules);
  } finally {
    await close();
  }
}
