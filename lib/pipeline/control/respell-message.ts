/** Messages that ask for present names begin so: before all links in an inbox. */
export const respellMessage = '0-respell-';
