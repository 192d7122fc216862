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

export default defineConfig({
  plugins: [piecesOutsideBoards()],
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  server: { proxy: { '/api': { target: process.env.MANIFOLD ?? 'http://127.0.0.1:8960', ws: true } } },
  test: { include: ['src/**/*.test.ts'] },
} as Parameters<typeof defineConfig>[0]);
