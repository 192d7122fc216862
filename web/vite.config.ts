import { defineConfig, type Plugin } from 'vite';

/** The classic men of chessground's package, usable outside boards as well: `<span class="man white queen">`. */
function menOutsideBoards(): Plugin {
  return {
    name: 'men-outside-boards',
    enforce: 'pre',
    transform(code, id) {
      if (!id.includes('chessground.cburnett.css')) return null;
      return code.replace(/\.cg-wrap piece\.(\w+)\.(\w+)/g, '.cg-wrap piece.$1.$2, .man.$1.$2');
    },
  };
}

export default defineConfig({
  plugins: [menOutsideBoards()],
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  server: { proxy: { '/api': { target: process.env.MANIFOLD ?? 'http://127.0.0.1:8960', ws: true } } },
  test: { include: ['src/**/*.test.ts'] },
} as Parameters<typeof defineConfig>[0]);
