import js from '@eslint/js';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['dist', 'node_modules', 'e2e/results', 'src/api/schema.d.ts'] },
  js.configs.recommended,
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname } },
    rules: {
      // Numbers in template literals are intended.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      // Handlers may be one expression.
      '@typescript-eslint/no-confusing-void-expression': 'off',
      // The types do not know what may have changed during an await or on the network.
      '@typescript-eslint/no-unnecessary-condition': 'off',
      // A caught error may be anything, and empty handlers are explained beside them.
      '@typescript-eslint/no-empty-function': 'off',
    },
  },
  { files: ['*.js', 'public/*.js'], ...tseslint.configs.disableTypeChecked },
  // The globals of a service worker.
  { files: ['public/*.js'], languageOptions: { globals: { self: 'readonly', URL: 'readonly' } } },
);
