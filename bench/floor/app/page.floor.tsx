import { rows } from './rows';

export const dynamic = 'force-dynamic';

export default function Page() {
  return (
    <main>
      <h1>Rows</h1>
      <ul>
        {rows.map((row) => (
          <li key={row.uuid}>
            <a href={row.url}>{row.title}</a> <span>{row.domain}</span>
            <time dateTime={row.createdAt}>09:41</time>
          </li>
        ))}
      </ul>
    </main>
  );
}
