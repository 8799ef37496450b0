import { notFound } from 'next/navigation';

/** Without a collection there is only the not-found page. The path has no parameter: the middleware rewrites to it. */
export default function NoCollection(): never {
  notFound();
}
