import path from 'node:path';
import type { NextConfig } from 'next';

const config: NextConfig = {
  images: { unoptimized: true },
  poweredByHeader: false,
  // The bundler also looks in the folders above, and would take the middleware of the product into the floor.
  pageExtensions: ['floor.ts', 'floor.tsx'],
  turbopack: { root: path.resolve(import.meta.dirname, '../..') },
  typescript: { ignoreBuildErrors: true },
};

export default config;
