import { orderKind } from '../../domain/orders/order-kind.ts';

/** Respells the host's URLs by the present steps of `url`. Its messages have `again`: older steps never respell them. */
export const respellOrder = orderKind<true>('n');

/** The beginning of the id, which puts the message before all links in an inbox. */
export const respellMessage = '0-respell-';

/** The same of messages to a host that is an alias no longer: they come after what other hosts have sent there. */
export const unaliasMessage = '0-unalias-';
