import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

/** The classic pieces of chessground's package, usable outside boards as well: `<span class="piece white queen">`. */
function piecesOutsideBoards(): Plugin {
  return {
    name: 'pieces-outside-boards',
    enforce: 'pre',
    transform(code, id) {
      if (!id.includes('chessground.cburnett.css')) return null;
      return code.replace(/\.cg-wrap piece\.(\w+)\.(\w+)/g, '.cg-wrap piece.$1.$2, .piece.$1.$2');
    },
  };
}

/** Files below this size, in bytes, fit into a packet uncompressed. */
const SMALL = 1024;

/** Writes a brotli copy beside every text file that gains by it and, for connections without TLS, a gzip copy. The server sends these. */
function compressed(): Plugin {
  let out = '';
  return {
    name: 'compressed',
    apply: 'build',
    configResolved(config) {
      out = join(config.root, config.build.outDir);
    },
    closeBundle() {
      for (const name of readdirSync(out, { recursive: true, encoding: 'utf8' })) {
        const path = join(out, name);
        if (!/\.(css|html|js|json|svg|webmanifest)$/.test(name) || statSync(path).size < SMALL) continue;
        const text = readFileSync(path);
        const params = { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT };
        writeFileSync(`${path}.br`, brotliCompressSync(text, { params }));
        writeFileSync(`${path}.gz`, gzipSync(text, { level: 9 }));
      }
    },
  };
}

export default defineConfig({
  plugins: [piecesOutsideBoards(), compressed()],
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  // The house regulations are imported from `docs`.
  server: {
    fs: { allow: ['..'] },
    proxy: { '/api': { target: process.env.MANIFOLD ?? 'http://127.0.0.1:8960', ws: true } },
  },
  test: { include: ['src/**/*.test.ts'] },
} as Parameters<typeof defineConfig>[0]);
