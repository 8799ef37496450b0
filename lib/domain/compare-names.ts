const { compare } = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** The order of names of collections, spaces and tags as the service has it: without case and accents, 2 before 10. */
export const compareNames = (a: string, b: string): number => compare(a, b);
