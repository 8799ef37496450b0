const { compare } = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** Compares names like the service: ignoring case and accents, 2 before 10. */
export const compareNames = (a: string, b: string): number => compare(a, b);
