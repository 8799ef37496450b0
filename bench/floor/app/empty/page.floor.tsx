export const dynamic = 'force-dynamic';

/** The framework alone: what its first load weighs. */
export default function Page() {
  return <p>Empty</p>;
}
