/**
 * What makes two spellings of an address the same account: compatibility forms and letter case are folded, nothing
 * else. Dots and `+tags` mean what the mail server says they mean.
 */
export const emailKey = (email: string): string => email.trim().normalize('NFKC').toLowerCase();
