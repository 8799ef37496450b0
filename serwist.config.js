import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { serwist } from '@serwist/next/config';

const revision = (file) => createHash('sha256').update(fs.readFileSync(file)).digest('hex').slice(0, 16);
const offlineFiles = ['offline.html', 'offline.js'];
/** Id of the build, used as the revision of the page rendered by it. */
const buildId = (distDir) => fs.readFileSync(`${distDir}/BUILD_ID`, 'utf8');

// Read by `serwist build`, which runs after Next's build (tooling/launch/build.mjs).
export default serwist.withNextConfig(({ distDir }) => ({
  swSrc: 'app/sw.ts',
  // Not below public/, which is an input of the build. app/sw.js serves it.
  swDest: `${distDir}/sw.js`,
  precachePrerendered: false,
  // The media pattern matches the fonts that every page preloads, by Next's naming.
  globPatterns: [`${distDir}/static/chunks/*.{js,css}`, `${distDir}/static/media/*-s.p.*.woff2`],
  // Excludes the API reference, which is larger than all other screens together.
  maximumFileSizeToCacheInBytes: 300_000,
  additionalPrecacheEntries: [
    ...offlineFiles.map((name) => ({ url: `/${name}`, revision: revision(`public/${name}`) })),
    { url: '/offline', revision: buildId(distDir) },
  ],
  esbuildOptions: { minify: true },
}));
