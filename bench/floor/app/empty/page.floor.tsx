export const dynamic = 'force-dynamic';

/** An empty page: the first load of the framework alone. */
export default function Page() {
  return <p>Empty</p>;
}
