import path from 'node:path';
import type { NextConfig } from 'next';

const config: NextConfig = {
  images: { unoptimized: true },
  poweredByHeader: false,
  // The bundler also searches the parent folders and would otherwise include the middleware of the product.
  pageExtensions: ['floor.ts', 'floor.tsx'],
  turbopack: { root: path.resolve(import.meta.dirname, '../..') },
  typescript: { ignoreBuildErrors: true },
};

export default config;
