import type { Adapter, AdapterPayload } from 'oidc-provider';

const rows = new Map<string, AdapterPayload>();

/** Storage of an issuer for the duration of the test. The library's development adapter logs warnings. */
export class IssuerStore implements Adapter {
  constructor(private readonly kind: string) {}

  async upsert(id: string, payload: AdapterPayload): Promise<void> {
    rows.set(this.key(id), payload);
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    return rows.get(this.key(id));
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.own().find((row) => row.uid === uid);
  }

  async findByUserCode(userCode: string): Promise<AdapterPayload | undefined> {
    return this.own().find((row) => row.userCode === userCode);
  }

  async consume(id: string): Promise<void> {
    const row = rows.get(this.key(id));
    if (row) row.consumed = Math.floor(Date.now() / 1000);
  }

  async destroy(id: string): Promise<void> {
    rows.delete(this.key(id));
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    for (const [key, row] of rows) if (row.grantId === grantId) rows.delete(key);
  }

  private key(id: string): string {
    return `${this.kind}:${id}`;
  }

  private own(): AdapterPayload[] {
    return [...rows].filter(([key]) => key.startsWith(`${this.kind}:`)).map(([, row]) => row);
  }
}
