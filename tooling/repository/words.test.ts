import { expect, test } from 'vitest';
import { listCommittedFiles } from './list-committed-files';

/** Files with identifiers, comments, log messages, SQL, documents and test names; UI text is in messages/. */
const CHECKED = /\.(?:[cm]?[jt]sx?|sql|css|md)$/;
/** Search vocabulary, sample libraries, password lists, and this file. */
const EXEMPT =
  /^(?:evaluation|bench\/data|provider\/seed)\/|auth\/passwords\.ts$|fixtures\/|^tooling\/repository\/words\.test\.ts$/;

interface Rule {
  /** Matched against text with camelCase and snake_case identifiers split into words. */
  readonly never: RegExp;
  readonly say: string;
  /** Files in which the word has its ordinary meaning; iron-session, for example, calls its encryption "seal". */
  readonly except?: RegExp;
}

const rules: readonly Rule[] = [
  { never: /\bwhoever\b/i, say: 'any …, the caller, the client' },
  {
    never: /(?<!['"`=\\/])\bnobody\b(?![@'"])/i,
    say: 'no one, no account',
    except: /policies\.test|search\/lookups|integrations\/mail\.test|vault\.spec/,
  },
  { never: /\banew\b/i, say: 'again' },
  { never: /\bcomes? to pass\b/i, say: 'happens' },
  { never: /\b(?:is|are) told\b(?! by)/i, say: 'receives, is notified', except: /modules\/billing\// },
  { never: /\btold apart\b/i, say: 'distinguished' },
  { never: /\bkept pages?\b/i, say: 'cached page' },
  { never: /\bvocables?\b/i, say: 'token' },
  { never: /\btapes?\b/i, say: 'tokens' },
  { never: /\bleftovers\b/i, say: 'stale server' },
  { never: /\bthrow[- ]away\b/i, say: 'ephemeral' },
  { never: /(?<!per )\bgather(?:s|ed|ing|er)?\b/i, say: 'matches, candidates' },
  { never: /\bwalked\b/i, say: 'scanned' },
  { never: /\b(?:im)?patience\b/i, say: 'timeout' },
  { never: /\bsweep(?:s|ing)?\b/i, say: 'cleanup job, purge' },
  { never: /\btid(?:y|ies|ied|ying)\b/i, say: 'cleanup job' },
  { never: /\bforesee(?:n|s|able)?\b/i, say: 'optimistic', except: /password-strength/ },
  { never: /\babsorb(?:s|ed|er|ers)?\b/i, say: 'cache reducer' },
  { never: /\baskers?\b/i, say: 'client' },
  { never: /\bput away\b/i, say: 'locked' },
  {
    never: /\b(?:un)?seal(?:s|ed|er|ing)?\b/i,
    say: 'encrypt, decrypt',
    except: /^lib\/bff\/|modules\/auth\//,
  },
  { never: /\bconceal(?:s|ed|ing)?\b/i, say: 'encrypt, hide' },
  { never: /\bways on\b/i, say: 'not-found page, empty state' },
  { never: /\bwhen told\b/i, say: 'on shutdown' },
  { never: /\bsituation\b/i, say: 'context' },
];

const separateWords = (line: string): string =>
  line.replace(/([a-z\d])([A-Z])/g, '$1 $2').replaceAll('_', ' ');

test('standard terms are used everywhere', () => {
  const found = listCommittedFiles()
    .filter(({ path }) => CHECKED.test(path) && !EXEMPT.test(path))
    .flatMap(({ path, text }) => {
      const applied = rules.filter(({ except }) => !except?.test(path));
      return text.split('\n').flatMap((line, index) => {
        const words = separateWords(line);
        return applied
          .filter(({ never }) => never.test(words))
          .map(({ say }) => `${path}:${index + 1}: use ${say}: ${line.trim()}`);
      });
    });
  expect(found).toEqual([]);
});
