import { readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { buildOpenApi } from '@/provider/index';

// Writes docs/openapi.json, which a test compares with the contract.
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const file = 'docs/openapi.json';
const options = { ...(await resolveConfig(file)), parser: 'json' };
writeFileSync(file, await format(JSON.stringify(buildOpenApi(version)), options));
