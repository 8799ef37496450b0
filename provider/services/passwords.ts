import { hash, verify } from '@node-rs/argon2';

/** OWASP's parameters for Argon2id, which is the library's default algorithm: 19 MiB, two passes, one lane. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// The hash of a random value that nobody kept: verifying against it takes what verifying a real one takes.
const nobodysHash =
  '$argon2id$v=19$m=19456,t=2,p=1$eGArrapntUdS9RN/9WwZIg$7A7oFbYlaXN9rKqKqSax0WFCxByUPcIpca6ApFO6Pv4';

/** Hash of a password in the PHC form, which carries its own parameters. */
export const hashPassword = (password: string): Promise<string> => hash(password, options);

/**
 * Whether the password belongs to the hash. Without a hash (unknown address, account without a password) it takes
 * the same time and answers false.
 */
export async function verifyPassword(password: string, passwordHash: string | null): Promise<boolean> {
  const matches = await verify(passwordHash ?? nobodysHash, password);
  return matches && passwordHash !== null;
}
