import type { NextConfig } from 'next';

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  // Types are `npm run check`'s work: checking them here too would double the time of the first start. Next also edits
  // the tsconfig that it is given, so it gets one of its own.
  typescript: { ignoreBuildErrors: true, tsconfigPath: 'tsconfig.next.json' },
  experimental: { optimizePackageImports: ['radix-ui', 'recharts'] },
};

export default config;
