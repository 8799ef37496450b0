import { notFound } from 'next/navigation';

/**
 * Shows the not-found page when there is no collection. The path has no parameter: the middleware rewrites to
 * it.
 */
export default function NoCollection(): never {
  notFound();
}
