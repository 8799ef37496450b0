import fs from 'node:fs';
import { renderEnvExample } from './render-env-example';

fs.writeFileSync('.env.example', renderEnvExample());
