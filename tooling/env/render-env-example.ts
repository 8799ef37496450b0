import { z } from 'zod';
import { environmentSchema, variables } from '@/lib/env/variables';

const WIDTH = 100;

/** Returns the text of `.env.example`: every variable commented out, with its description and default. */
export function renderEnvExample(): string {
  const lines = ['# Everything here is optional: without a .env the app runs with these defaults.'];
  let group = '';
  for (const [name, schema] of Object.entries(variables)) {
    const meta = schema.meta() ?? {};
    if (meta['group'] !== group) {
      group = String(meta['group']);
      lines.push('', `## ${group}`);
    }
    lines.push('', ...wrap(meta.description ?? ''), `# ${name}=${shownValue(name, meta['example'])}`);
  }
  return `${lines.join('\n')}\n`;
}

function shownValue(name: string, example: unknown): string {
  const properties = z.toJSONSchema(environmentSchema, { io: 'input' }).properties ?? {};
  const described = properties[name];
  const fallback = typeof described === 'object' ? described.default : undefined;
  const shown = example ?? fallback;
  return typeof shown === 'string' || typeof shown === 'number' ? String(shown) : '';
}

function wrap(text: string): string[] {
  const lines = ['#'];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last.length + 1 + word.length > WIDTH) lines.push(`# ${word}`);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
