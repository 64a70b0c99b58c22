import type { Ports } from '../../ports/ports.ts';
import { openChangesBatch } from './changes-batch.ts';
import { openDocumentBatch } from './document-batch.ts';
import { openDueBatch } from './due-batch.ts';
import { openLinkBatch } from './link-batch.ts';
import type { TurnOptions } from './turn-options.ts';

/** The batches of a turn that shares nothing with others. @param endBy monotonic ms by which it must have ended */
export function openOwnBatches(
  ports: Pick<Ports, 'links' | 'documents' | 'changes' | 'due' | 'entropy' | 'clock'>,
  endBy: number,
): { readonly shares: Pick<TurnOptions, 'links' | 'documents' | 'changes' | 'due'>; leave(): void } {
  const links = openLinkBatch(ports, endBy).join();
  const documents = openDocumentBatch(ports, endBy).join();
  const changes = openChangesBatch(ports, { waitBy: endBy, writeBy: endBy }).join();
  const due = openDueBatch(ports, endBy).join();
  return {
    shares: { links, documents, changes, due },
    leave() {
      documents.leave();
      links.leave();
      changes.leave();
      due.leave();
    },
  };
}
