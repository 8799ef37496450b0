import { execFile } from 'node:child_process';
import fs from 'node:fs';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';

/** An assistant whose OAuth metadata document is served over https on loopback. */
export interface ServedClient {
  /** URL of the document, which is the id of the client. */
  id: string;
  /** File with the certificate of its server, which the app has to trust. */
  certificate: string;
  close(): Promise<void>;
}

/** Serves the document with a certificate that is made for this run; null on a machine without OpenSSL. */
export async function serveClient(folder: string): Promise<ServedClient | null> {
  const key = path.join(folder, 'client-key.pem');
  const certificate = path.join(folder, 'client-certificate.pem');
  if (!(await makeCertificate(key, certificate))) return null;
  const files = { key: fs.readFileSync(key), cert: fs.readFileSync(certificate) };
  const server = https.createServer(files, (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(document);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const id = `https://127.0.0.1:${(server.address() as AddressInfo).port}/client.json`;
  const document = JSON.stringify({
    client_id: id,
    client_name: 'Harbor assistant',
    // A program on this device, at any port of it.
    redirect_uris: ['http://127.0.0.1/callback'],
    token_endpoint_auth_method: 'none',
  });
  return {
    id,
    certificate,
    close: () => new Promise((resolve) => server.close(() => resolve()).closeAllConnections()),
  };
}

/** Makes a certificate that signs itself; false if there is no OpenSSL. */
async function makeCertificate(key: string, certificate: string): Promise<boolean> {
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  try {
    await promisify(execFile)('openssl', ['req', ...kind, ...subject, '-keyout', key, '-out', certificate]);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
